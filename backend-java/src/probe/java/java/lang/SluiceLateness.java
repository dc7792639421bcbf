package java.lang;

/**
 * What one thread knows of its own waits for a core: which thread of the system it is, for the system counts those waits, and which of
 * them fell into its waits for Sluice, which are charged to nobody anyway. Written by the thread, read by the pump.
 */
public final class SluiceLateness {
    /** A thread whose core is free goes on so long after it was to: Linux's timers have a slack of 50 µs. */
    private static final long WAKE_UP_NS = 60_000;

    private int nativeId;
    private volatile long lateNs;

    /** To be called on the thread, before its first word. */
    void begin() {
        nativeId = SluiceNativeThread.current();
    }

    /** As SluicePark.nap; what it takes longer than asked for is noted. */
    long nap(long napNs) {
        long startNs = System.nanoTime();
        long nextNapNs = SluicePark.nap(napNs);
        note(System.nanoTime() - startNs - (napNs < 0 ? -napNs : napNs));
        return nextNapNs;
    }

    /** @param lateNs between the moment at which the thread, waiting for Sluice, was to go on, and that at which it did */
    public void note(long lateNs) {
        if (lateNs > WAKE_UP_NS) this.lateNs += lateNs - WAKE_UP_NS;
    }

    /** See SluiceNativeThread; 0 = not known (yet), or a virtual thread, which has none. */
    public int nativeId() {
        return nativeId;
    }

    /** Of its waits for Sluice, what was over already, and it had no core to go on with, ns. */
    public long lateNs() {
        return lateNs;
    }
}
