package sluice.agent;

/**
 * What a pair of probes costs on the calling thread, whose lane it is: the paper's procedure (JFluid, section 5.1). An
 * instrumented method with an empty body is called in a loop.
 *
 * <pre>
 *     caller | call, entry probe, clock |               | clock, exit probe, return | caller
 *            |<------- outer ---------->|<--- inner --->|<-------- outer ---------->|
 * </pre>
 *
 * inner = mean difference of the two times recorded, outer = cost of a whole turn of the loop less inner. A method that is
 * only counted is calibrated beside it in the same way: what its probe costs is all outside of any method's time of its own.
 *
 * <p>Batches take turns in both ways that a probe may find its lane. They are timed by System.nanoTime, but of the clock cpu
 * by that clock itself: what it costs is what it counts.
 *
 * <p>While the thread is within a call subgraph it calls nothing of the JDK but natives: in a recording with core classes that would
 * be recorded, and its first call wait for the tool.
 */
final class CostBatches {
    private static final int TIME_SHIFT = 20;
    private static final long TIME_MASK = (1L << 44) - 1;

    private final SluiceRecording recording;
    private final SluiceLane lane;
    /** Of the clock ticker, the one that keeps it; else null. */
    private final SluiceTicker ticker;
    private final int batches;
    private final int pairsPerBatch;
    private final ProbeLoop loop;
    private final LaneTaker taker;

    /** Starts a thread: see {@link #close}. @param lane of the calling thread; its ring has room for several batches */
    CostBatches(SluiceRecording recording, SluiceLane lane, SluiceTicker ticker, int batches, int pairsPerBatch) {
        this.recording = recording;
        this.lane = lane;
        this.ticker = ticker;
        this.batches = batches;
        this.pairsPerBatch = pairsPerBatch;
        this.loop = new ProbeLoop(lane);
        this.taker = new LaneTaker(lane);
        taker.start();
    }

    void close() {
        taker.end();
    }

    void warmUp() {
        WarmUp warmUp = new WarmUp();
        double now;
        lane.enterGraph();
        do {
            now = pairNs(ProbeCost.LIKELY) + pairNs(ProbeCost.FROM_TABLE);
            countNs(ProbeCost.LIKELY);
            countNs(ProbeCost.FROM_TABLE);
        } while (!warmUp.isOver(now));
        lane.leaveGraph();
    }

    ProbeCost measure() {
        double[][] innerNs = new double[ProbeCost.WAYS][batches];
        double[][] pairNs = new double[ProbeCost.WAYS][batches];
        double[][] countNs = new double[ProbeCost.WAYS][batches];
        lane.enterGraph();
        try {
            for (int i = 0; i < batches; i++) {
                for (int way = 0; way < ProbeCost.WAYS; way++) {
                    long from = lane.positionAcquire();
                    pairNs[way][i] = pairNs(way);
                    innerNs[way][i] = innerNs(from, pairNs[way][i]);
                    countNs[way][i] = countNs(way);
                }
            }
        } finally {
            lane.leaveGraph();
        }
        return ProbeCost.of(innerNs, pairNs, countNs);
    }

    private double pairNs(int way) {
        prepareBatch(way);
        return loop.pairNs(pairsPerBatch);
    }

    private double countNs(int way) {
        prepareBatch(way);
        return loop.countNs(pairsPerBatch);
    }

    private void prepareBatch(int way) {
        taker.awaitRoom(pairsPerBatch * ProbeLoop.WORDS_PER_PAIR);
        if (ticker != null) ticker.forget();
        if (way == ProbeCost.LIKELY) recording.expectMostFrom(lane);
        else recording.expectNobody();
    }

    /** @param from position of the batch's first word @return NaN where the clock stood still, or had done so before */
    private double innerNs(long from, double pairNs) {
        if (lane.clock() == SluiceRecording.NO_CLOCK || lane.clock() == SluiceLane.PAUSED) return 0;
        long[] ring = lane.ring();
        long end = lane.positionAcquire();
        long sum = 0;
        for (long at = from; at < end; at += ProbeLoop.WORDS_PER_PAIR) sum += timeOf(ring, at + 1) - timeOf(ring, at) & TIME_MASK;
        if (lane.clock() == SluiceRecording.TICKER) {
            double passed = (timeOf(ring, end - 1) - timeOf(ring, from) & TIME_MASK) / (pairNs * pairsPerBatch);
            if (passed < 0.8 || passed > 1.2) return Double.NaN;
        }
        return sum / (double) pairsPerBatch;
    }

    private static long timeOf(long[] ring, long position) {
        return ring[(int) position & ring.length - 1] >>> TIME_SHIFT;
    }
}
