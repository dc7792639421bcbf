package sluice.agent;

import java.util.function.LongSupplier;

/** Holds premain back until the tool lets the program start. */
final class Startup {
    private static final long LOOK_MS = 100;

    private boolean resumed;

    synchronized void resume() {
        resumed = true;
        notifyAll();
    }

    /**
     * @param progressNs when the tool got on last
     * @param idleMs it may get nowhere for so long
     * @param longestMs all in all, however it gets on
     * @return false when the time was up first
     */
    synchronized boolean await(LongSupplier progressNs, long idleMs, long longestMs) {
        long startNs = System.nanoTime();
        while (!resumed) {
            long nowNs = System.nanoTime();
            if (nowNs - startNs > longestMs * 1_000_000) return false;
            if (nowNs - Math.max(startNs, progressNs.getAsLong()) > idleMs * 1_000_000) return false;
            try {
                wait(LOOK_MS);
            } catch (InterruptedException notByUs) {
                // wait again
            }
        }
        return true;
    }
}
