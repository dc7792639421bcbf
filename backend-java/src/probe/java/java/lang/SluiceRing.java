package java.lang;

/** How long the ring of a lane may get: so long may the pump be off its core before the thread has to wait. */
final class SluiceRing {
    private static final int LONGEST_WORDS = 131_072; // 1 MiB: 4 ms at 30 words a µs
    private static final int LONGEST_OF_BUSIEST_WORDS = 524_288; // 4 MiB: 17 ms; not for all threads of a large pool

    private SluiceRing() {}

    /** @return a ring four times as long, or the same one where it may get no longer; empty */
    static long[] longer(long[] ring, boolean ofBusiestThread) {
        int mostWords = ofBusiestThread ? LONGEST_OF_BUSIEST_WORDS : LONGEST_WORDS;
        if (ring.length >= mostWords) return ring;
        return new long[ring.length * 4 < mostWords ? ring.length * 4 : mostWords];
    }
}
