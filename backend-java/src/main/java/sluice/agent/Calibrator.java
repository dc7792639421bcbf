package sluice.agent;

/**
 * What probes cost in this JVM, compiled, before a recording: CostBatches in a recording of its own, whose lane nobody else drains.
 *
 * <p>Where the clock is read in bursts, a pair between them is calibrated too: as one without a clock, which runs the same code.
 * Where a thread keeps the clock, so is a pair while nobody does.
 */
final class Calibrator {
    private static final int PAIRS_PER_BATCH = 2_000;
    private static final int BATCHES = 31;
    /** 256 KiB: some batches may pass before the words are taken. */
    private static final int RING_WORDS = 32_768;
    /** So many reads tell whether a clock has steps, and so much time how long they are. */
    private static final int STEP_READS = 1_000;
    private static final long STEP_SEARCH_NS = 50_000_000;

    private Calibrator() {}

    /** CALIBRATION. Not while recording: threads of the program would look into the calibration's lanes. */
    static byte[] answer(int id, int clock) throws ProtocolException {
        boolean inBursts = clock == SluiceRecording.BURSTS;
        boolean ticks = clock == SluiceRecording.TICKER;
        double stepNs = 0;
        ProbeCost cost;
        if (ticks) {
            TickerThread thread = new TickerThread();
            thread.start();
            stepNs = thread.meanStepNs();
            cost = costOf(clock, thread.ticker);
            thread.end();
        } else {
            cost = costOf(inBursts ? SluiceRecording.NANO : clock, null);
            if (clock == SluiceRecording.CPU) stepNs = threadTimeStepNs();
        }
        ProbeCost paused = inBursts ? costOf(SluiceLane.PAUSED, null) : ProbeCost.NOTHING;
        ProbeCost starved = ticks ? costOf(clock, null) : ProbeCost.NOTHING;
        return packet(id, cost, paused, starved, stepNs);
    }

    /** CALIBRATION. */
    static byte[] packet(int id, ProbeCost cost, ProbeCost paused, ProbeCost starved, double stepNs) throws ProtocolException {
        return new PacketWriter(id, MessageType.CALIBRATION)
                .f64(cost.innerNs)
                .f64(cost.outerNs())
                .f64(cost.spreadNs)
                .f64(cost.countNs)
                .f64(cost.countSpreadNs)
                .f64(paused.pairNs)
                .f64(paused.spreadNs)
                .f64(starved.pairNs)
                .f64(starved.spreadNs)
                .f64(stepNs)
                .toPacket();
    }

    /** @param ticker the one that keeps the clock; null where none does */
    private static ProbeCost costOf(int clock, SluiceTicker ticker) {
        SluiceRecording recording = new SluiceRecording(clock, 0, 0, false, null, AgentThread.class, null);
        SluiceLane lane = recording.addPrivateLane(RING_WORDS);
        recording.start();
        CostBatches batches = new CostBatches(recording, lane, ticker, BATCHES, PAIRS_PER_BATCH);
        try {
            batches.warmUp();
            return batches.measure();
        } finally {
            batches.close();
            recording.stop();
        }
    }

    /**
     * Where the system counts the time of threads in steps that are longer than a read.
     * @return their mean length, ns; 0 = each read found another time
     */
    private static double threadTimeStepNs() {
        long firstNs = SluiceThreadTime.ofThread(ProbeLoop.CALLING_THREAD);
        long lastNs = firstNs;
        int steps = 0;
        int reads = 0;
        do {
            long nowNs = SluiceThreadTime.ofThread(ProbeLoop.CALLING_THREAD);
            if (nowNs != lastNs) steps++;
            lastNs = nowNs;
            reads++;
        } while (reads < STEP_READS || lastNs - firstNs < STEP_SEARCH_NS && steps < reads);
        return steps == reads ? 0 : (lastNs - firstNs) / (double) Math.max(1, steps);
    }
}
