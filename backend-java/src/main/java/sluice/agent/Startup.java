package sluice.agent;

/** Holds premain back until the tool lets the program start. */
final class Startup {
    private boolean resumed;

    synchronized void resume() {
        resumed = true;
        notifyAll();
    }

    /** @return false when the time was up first */
    synchronized boolean await(long timeoutMs) {
        long deadlineNs = System.nanoTime() + timeoutMs * 1_000_000;
        while (!resumed) {
            long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) return false;
            try {
                wait(leftMs);
            } catch (InterruptedException notByUs) {
                // wait again
            }
        }
        return true;
    }
}
