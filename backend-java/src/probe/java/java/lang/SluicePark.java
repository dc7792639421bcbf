package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * How an application thread waits: in short naps, each twice as long as the one before. Unsafe.park and not
 * LockSupport: it parks the carrier of a virtual thread, so that nobody else runs in the middle of a probe, and it is
 * no Java code that could be instrumented. An interrupted thread does not nap, so it spins; its interrupt status
 * stays as it is. Nobody wakes the thread: naps are short enough. Nothing is allocated.
 */
final class SluicePark {
    static final long FIRST_NAP_NS = 20_000;
    static final long LONGEST_NAP_NS = 500_000;

    private static final Unsafe U = Unsafe.getUnsafe();

    private SluicePark() {}

    /** @return how long the next nap should be, ns */
    static long nap(long napNs) {
        U.park(false, napNs);
        return napNs < LONGEST_NAP_NS ? napNs * 2 : napNs;
    }

    /**
     * To be called after the last nap. A nap may have used up the permit that somebody gave this thread for its own
     * LockSupport.park: gives one back. One too many is harmless, park may return for no reason. (On a virtual thread
     * this does nothing: its permit is a field that naps do not touch.)
     */
    static void restorePermit() {
        U.unpark(Thread.currentThread());
    }
}
