package java.lang;

/** Rings of virtual threads that have ended, for those that begin: there may be a hundred thousand threads. The recording's lock guards it. */
final class SluiceSpareRings {
    /** Most virtual threads have a few calls. */
    private static final int RING_WORDS = 64;
    private static final int MOST_SPARE = 1_024;

    private long[][] spare = new long[MOST_SPARE][];
    private int count;

    long[] take() {
        return count == 0 ? new long[RING_WORDS] : spare[--count];
    }

    /** @param ring of a lane that is taken out; a platform thread's is not kept */
    void give(long[] ring) {
        if (ring.length == RING_WORDS && count < spare.length) spare[count++] = ring;
    }

    /** Lets go of all, and keeps none any more. */
    void release() {
        spare = new long[0][];
        count = 0;
    }
}
