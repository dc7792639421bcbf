package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Contended;

/**
 * The last passes of a region, of fixed size: nobody waits for room, the oldest are overwritten.
 *
 * <pre>
 *      63                                                    20 19                 0
 *     +--------------------------------------------------------+--------------------+
 *     |  duration of the pass, ns                              |  turn              |    pass n is words[n mod SLOTS]
 *     +--------------------------------------------------------+--------------------+
 * </pre>
 *
 * A pass is one word, so it is never half written; its turn, that of the ring and from 1 on, tells the reader whether the slot
 * holds the pass that he looks for or another one.
 */
@Contended
final class SluiceRegionRing {
    static final int SLOTS = 1 << 13;
    static final long NOT_WRITTEN = -1;
    static final long OVERWRITTEN = -2;

    private static final int SLOT_BITS = 13;
    private static final int TURN_BITS = 20;
    private static final int TURN_MASK = (1 << TURN_BITS) - 1;
    /** 4.9 hours. */
    private static final long LONGEST_NS = (1L << 64 - TURN_BITS) - 1;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long PASSES = U.objectFieldOffset(SluiceRegionRing.class, "passes");

    private static final long CLAIMED = U.objectFieldOffset(SluiceRegionRing.class, "claimed");

    private final long[] words = new long[SLOTS];
    private long passes;
    /** The only thread that writes; null where many may, or nobody does yet. */
    Thread owner;
    /** 1: it has an owner or is about to have one, or nobody shall. */
    private int claimed;

    /** @return whether it belongs to this thread from now on */
    boolean claim(Thread thread) {
        if (claimed != 0 || !U.compareAndSetInt(this, CLAIMED, 0, 1)) return false;
        owner = thread;
        return true;
    }

    /** For the reader: nobody writes any more who could be in the middle of it. */
    void releaseIfDead() {
        Thread thread = owner;
        if (thread == null || thread.isAlive()) return;
        owner = null;
        U.storeFence();
        claimed = 0;
    }

    void share() {
        owner = null;
        claimed = 1;
    }

    // Both: no call once the number is taken. It could overflow the stack, and the pass would be taken for another one.

    /** For the only thread that writes into this ring. */
    void appendAlone(long durationNs) {
        long number = passes;
        long ns = durationNs < LONGEST_NS ? durationNs : LONGEST_NS;
        words[(int) number & SLOTS - 1] = ns << TURN_BITS | (number >>> SLOT_BITS) + 1 & TURN_MASK;
        U.putLongRelease(this, PASSES, number + 1);
    }

    /** For any thread. One that loses its core between number and word loses at most its own pass. */
    void append(long durationNs) {
        long number = U.getAndAddLong(this, PASSES, 1);
        long ns = durationNs < LONGEST_NS ? durationNs : LONGEST_NS;
        words[(int) number & SLOTS - 1] = ns << TURN_BITS | (number >>> SLOT_BITS) + 1 & TURN_MASK;
    }

    /** All that have ended. */
    long passesAcquire() {
        return U.getLongAcquire(this, PASSES);
    }

    /** @return ns, NOT_WRITTEN or OVERWRITTEN */
    long durationOf(long number) {
        long word = words[(int) number & SLOTS - 1];
        int turn = (int) (number >>> SLOT_BITS) + 1;
        int ahead = (int) word - turn << 32 - TURN_BITS; // its sign is right although turns begin anew after 2^20
        if (ahead == 0 && word != 0) return word >>> TURN_BITS;
        return ahead > 0 && word != 0 ? OVERWRITTEN : NOT_WRITTEN;
    }
}
