package sluice.agent;

/** Keeps the time while a recording wants it: one core's work. */
final class TickerThread extends AgentThread {
    /** After a stop it looks up within 20 ms, if it has a core. */
    private static final long END_MS = 1_000;
    private static final int MANY_STEPS = 20_000;
    private static final long PATIENCE_NS = 20_000_000;

    final SluiceTicker ticker = new SluiceTicker();

    TickerThread() {
        super("ticker");
    }

    @Override
    public void run() {
        ticker.run();
    }

    /** What no stretch of time is known better than, ns; 0 where it has no core. To be called once it is started. */
    double meanStepNs() {
        long startNs = System.nanoTime();
        while (SluiceTicker.cell() == 0) {
            if (System.nanoTime() - startNs > PATIENCE_NS) return 0;
            SluiceAccess.park(100_000);
        }
        long beginNs = System.nanoTime();
        long lastNs = SluiceTicker.cell();
        long sumNs = 0;
        int steps = 0;
        while (steps < MANY_STEPS && System.nanoTime() - beginNs < PATIENCE_NS) {
            long cellNs = SluiceTicker.cell();
            long stepNs = cellNs - lastNs;
            lastNs = cellNs;
            if (stepNs <= 0 || stepNs > SluiceTicker.SHORTEST_GAP_NS) continue; // gaps are told one by one
            sumNs += stepNs;
            steps++;
        }
        return steps == 0 ? 0 : sumNs / (double) steps;
    }

    /** Returns when it has ended, or has not been given a core for a second. */
    void end() {
        ticker.stop();
        joinFor(END_MS);
    }
}
