package sluice.agent;

/** Closes a connection when its time is up: a blocked read of a channel has no time limit of its own. */
final class Deadline extends AgentThread {
    private final Transport transport;
    private final long timeoutMs;
    private boolean met;
    private boolean missed;

    /** Starts at once. */
    Deadline(Transport transport, long timeoutMs) {
        super("deadline");
        this.transport = transport;
        this.timeoutMs = timeoutMs;
        start();
    }

    /** @return false when it was too late */
    synchronized boolean met() {
        met = true;
        notifyAll();
        return !missed;
    }

    @Override
    public synchronized void run() {
        long endNs = System.nanoTime() + timeoutMs * 1_000_000;
        while (!met) {
            long leftMs = (endNs - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                missed = true;
                transport.close();
                return;
            }
            try {
                wait(leftMs);
            } catch (InterruptedException notByUs) {
                // wait again
            }
        }
    }
}
