package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * How an application thread waits: in naps, each longer than the one before. Unsafe.park and not
 * LockSupport: it parks the carrier of a virtual thread, so that nobody else runs in the middle of a probe, and it is
 * no Java code that could be instrumented. An interrupted thread does not nap, so it spins; its interrupt status
 * stays as it is. Nobody wakes the thread: naps are short enough. Nothing is allocated.
 */
final class SluicePark {
    static final long FIRST_NAP_NS = 20_000;
    /** Naps double up to here. */
    private static final long SHORT_NAP_NS = 500_000;
    private static final long LONGEST_NAP_NS = 20_000_000;

    private static final Unsafe U = Unsafe.getUnsafe();

    private SluicePark() {}

    /**
     * How long the nap after this one is, ns. Beyond the short ones each is longer by an eighth: an eighth of a wait and 0.6 ms are
     * overslept at most, and 1,000 threads that wait for the tool leave it a core to work on.
     */
    static long lengthAfter(long lengthNs) {
        if (lengthNs < SHORT_NAP_NS) return lengthNs * 2;
        return lengthNs < LONGEST_NAP_NS ? lengthNs + (lengthNs >> 3) : lengthNs;
    }

    /**
     * @param napNs what the nap before returned
     * @return how long the next nap should be, ns; below zero if a nap so far was cut short
     */
    static long nap(long napNs) {
        long lengthNs = napNs < 0 ? -napNs : napNs;
        long startNs = System.nanoTime();
        U.park(false, lengthNs);
        boolean cutShort = napNs < 0 || System.nanoTime() - startNs < lengthNs;
        long nextNs = lengthAfter(lengthNs);
        return cutShort ? -nextNs : nextNs;
    }

    /**
     * To be called after the last nap. One that was cut short has used up the permit that somebody gave this thread for its own
     * LockSupport.park: gives one back. Not after others: the program's next park would end at once, so that what sleeps by
     * parkNanos would not sleep. (On a virtual thread this does nothing: its permit is a field that naps do not touch.)
     *
     * @param napNs what the last nap returned
     */
    static void restorePermit(long napNs) {
        if (napNs < 0) U.unpark(Thread.currentThread());
    }
}
