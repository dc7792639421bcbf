package sluice.agent;

import java.util.Arrays;

/**
 * What a pair of probes costs in this JVM, compiled: the paper's procedure (JFluid, section 5.1). An instrumented
 * method with an empty body is called in a loop on this thread, whose lane nobody else drains.
 *
 * <pre>
 *     caller | call, entry probe, clock |               | clock, exit probe, return | caller
 *            |<------- outer ---------->|<--- inner --->|<-------- outer ---------->|
 * </pre>
 *
 * inner = mean difference of the two times recorded, outer = cost of a whole turn of the loop less inner.
 *
 * <p>The busiest thread of a program finds its lane faster than the others (SluiceProbe.likely), and which thread that
 * is changes: so batches take turns in both ways. The middle of the two is told, and half their distance is part of the
 * spread. A method that is only counted is calibrated beside them in the same way: what its probe costs is all outside
 * of any method's time of its own.
 *
 * <p>Batches are timed by System.nanoTime, but of the clock cpu by that clock itself: what it costs is what it counts.
 *
 * <p>Where the clock is read in bursts, a pair between them is calibrated too: as one without a clock, which runs the same code.
 * Where a thread keeps the clock, so is a pair while nobody does.
 */
final class Calibrator {
    private static final int TIME_SHIFT = 20;
    private static final long TIME_MASK = (1L << 44) - 1;

    private static final int PAIRS_PER_BATCH = 2_000;
    private static final int RING_WORDS = 8_192;
    private static final int BATCHES = 31;
    /** How a probe finds the lane. */
    private static final int LIKELY = 0;
    private static final int FROM_TABLE = 1;
    private static final int WAYS = 2;
    /** So many reads tell whether a clock has steps, and so much time how long they are. */
    private static final int STEP_READS = 1_000;
    private static final long STEP_SEARCH_NS = 50_000_000;

    private static final class Cost {
        final double innerNs;
        final double pairNs;
        final double spreadNs;
        final double countNs;
        final double countSpreadNs;

        Cost(double innerNs, double pairNs, double spreadNs, double countNs, double countSpreadNs) {
            this.innerNs = innerNs;
            this.pairNs = pairNs;
            this.spreadNs = spreadNs;
            this.countNs = countNs;
            this.countSpreadNs = countSpreadNs;
        }
    }

    /** Of the last calibration, of threads that find their lane in the table; by bursts while the clock runs. */
    private static double tablePairNs = 1;
    private static double tableCountNs = 1;
    private static final Cost NOTHING = new Cost(0, 0, 0, 0, 0);

    private final SluiceRecording recording;
    private final SluiceLane lane;
    private final boolean timed;
    private final SluiceTicker ticker;
    private final ProbeLoop loop;

    private Calibrator(SluiceRecording recording, SluiceTicker ticker) {
        this.recording = recording;
        this.timed = recording.clock() != SluiceRecording.NO_CLOCK;
        this.ticker = ticker;
        this.lane = recording.addPrivateLane(RING_WORDS);
        this.loop = new ProbeLoop(lane);
        lane.enterGraph();
    }

    /** CALIBRATION. Not while recording: threads of the program would look into the calibration's lanes. */
    static byte[] answer(int id, int clock) throws ProtocolException {
        boolean inBursts = clock == SluiceRecording.BURSTS;
        boolean ticks = clock == SluiceRecording.TICKER;
        double stepNs = 0;
        Cost cost;
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
        double pairNs = tablePairNs;
        double countNs = tableCountNs;
        Cost paused = inBursts ? costOf(SluiceRecording.NO_CLOCK, null) : NOTHING;
        Cost starved = ticks ? costOf(clock, null) : NOTHING;
        tablePairNs = pairNs;
        tableCountNs = countNs;
        return new PacketWriter(id, MessageType.CALIBRATION)
                .f64(cost.innerNs)
                .f64(Math.max(0, cost.pairNs - cost.innerNs))
                .f64(cost.spreadNs)
                .f64(cost.countNs)
                .f64(cost.countSpreadNs)
                .f64(paused.pairNs)
                .f64(paused.spreadNs)
                .f64(starved.pairNs)
                .f64(starved.spreadNs)
                .f64(stepNs)
                .u32(WAYS * BATCHES * PAIRS_PER_BATCH)
                .toPacket();
    }

    static double tablePairNs() {
        return tablePairNs;
    }

    static double tableCountNs() {
        return tableCountNs;
    }

    /** @param ticker the one that keeps the clock; null where none does */
    private static Cost costOf(int clock, SluiceTicker ticker) {
        SluiceRecording recording = new SluiceRecording(clock, 0, 0, false, null, AgentThread.class, null);
        Calibrator calibrator = new Calibrator(recording, ticker);
        recording.start();
        try {
            return calibrator.measure();
        } finally {
            recording.stop();
        }
    }

    private Cost measure() {
        warmUp();
        double[][] innerNs = new double[WAYS][BATCHES];
        double[][] pairNs = new double[WAYS][BATCHES];
        double[][] countNs = new double[WAYS][BATCHES];
        for (int i = 0; i < BATCHES; i++) {
            for (int way = 0; way < WAYS; way++) {
                pairNs[way][i] = batch(way);
                innerNs[way][i] = innerOfBatch(pairNs[way][i]);
                countNs[way][i] = countedBatch(way);
            }
        }
        for (int way = 0; way < WAYS; way++) {
            Arrays.sort(innerNs[way]);
            Arrays.sort(pairNs[way]);
            Arrays.sort(countNs[way]);
        }
        tablePairNs = pairNs[FROM_TABLE][BATCHES / 2];
        tableCountNs = countNs[FROM_TABLE][BATCHES / 2];
        return new Cost(middleInner(innerNs, middle(pairNs)), middle(pairNs), spread(pairNs), middle(countNs), spread(countNs));
    }

    /** Between the medians of the two ways. */
    private static double middle(double[][] sorted) {
        return (sorted[LIKELY][BATCHES / 2] + sorted[FROM_TABLE][BATCHES / 2]) / 2;
    }

    /** Of the batches that know it; half of the pair where none does. */
    private static double middleInner(double[][] sorted, double pairNs) {
        double sum = 0;
        for (double[] batches : sorted) {
            int known = 0;
            while (known < BATCHES && !Double.isNaN(batches[known])) known++;
            sum += known == 0 ? pairNs / 2 : batches[known / 2];
        }
        return Math.min(sum / WAYS, pairNs);
    }

    private static double spread(double[][] sorted) {
        double noise = Math.max(quartileDistance(sorted[LIKELY]), quartileDistance(sorted[FROM_TABLE])) / 2;
        return noise + Math.abs(sorted[FROM_TABLE][BATCHES / 2] - sorted[LIKELY][BATCHES / 2]) / 2;
    }

    private static double quartileDistance(double[] sorted) {
        return sorted[BATCHES * 3 / 4] - sorted[BATCHES / 4];
    }

    private void warmUp() {
        WarmUp warmUp = new WarmUp();
        double now;
        do {
            now = batch(LIKELY) + batch(FROM_TABLE);
            countedBatch(LIKELY);
            countedBatch(FROM_TABLE);
        } while (!warmUp.isOver(now));
    }

    /** @return ns per pair */
    private double batch(int way) {
        prepareBatch(way);
        return loop.pairNs(PAIRS_PER_BATCH);
    }

    /** @return ns per call */
    private double countedBatch(int way) {
        prepareBatch(way);
        return loop.countNs(PAIRS_PER_BATCH);
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

    private void prepareBatch(int way) {
        if (ticker != null) ticker.forget();
        if (way == LIKELY) recording.expectMostFrom(lane);
        else recording.expectNobody();
    }

    /** @return NaN where the clock stood still, or had done so before */
    private double innerOfBatch(double pairNs) {
        if (!timed) return 0;
        long[] ring = lane.ring();
        long end = lane.positionAcquire();
        long sum = 0;
        for (long at = lane.drained(); at < end; at += ProbeLoop.WORDS_PER_PAIR) {
            long entry = ring[(int) at & ring.length - 1];
            long exit = ring[(int) (at + 1) & ring.length - 1];
            sum += (exit >>> TIME_SHIFT) - (entry >>> TIME_SHIFT) & TIME_MASK;
        }
        if (ticker != null) {
            long first = ring[(int) lane.drained() & ring.length - 1] >>> TIME_SHIFT;
            long last = ring[(int) (end - 1) & ring.length - 1] >>> TIME_SHIFT;
            double passed = (last - first & TIME_MASK) / (pairNs * PAIRS_PER_BATCH);
            if (passed < 0.8 || passed > 1.2) return Double.NaN;
        }
        return sum / (double) PAIRS_PER_BATCH;
    }
}
