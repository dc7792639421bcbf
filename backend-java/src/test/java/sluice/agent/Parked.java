package sluice.agent;

import java.util.concurrent.locks.LockSupport;

/** Whether the thread has no permit of LockSupport's: its next park takes the time that it was asked for. */
final class Parked {
    private Parked() {}

    /** Ends the sleep after so many milliseconds at the latest. (Park may return for no reason; HotSpot's does not.) */
    static boolean forMs(long ms) {
        long startNs = System.nanoTime();
        LockSupport.parkNanos(ms * 1_000_000);
        return System.nanoTime() - startNs >= ms * 1_000_000;
    }
}
