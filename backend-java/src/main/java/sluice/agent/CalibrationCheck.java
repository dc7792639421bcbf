package sluice.agent;

/**
 * What probes cost in a recording that runs: other programs take a core's speed, its caches or its other half, the processor changes
 * its clock, and a calibration before the recording may have met compilers with much else to do. A short loop on the worker,
 * a millisecond (of the clock cpu: twenty); while it runs, threads of the program find their lanes in the table.
 */
final class CalibrationCheck {
    private static final int BATCHES = 21;
    private static final int PAIRS_PER_BATCH = 500;
    private static final int RING_WORDS = 8_192;

    private final SluiceRecording recording;
    private final SluiceLane lane;
    /** Of bursts, without a clock as between them; else null. */
    private final SluiceLane pausedLane;

    /** To be called on the worker. */
    CalibrationCheck(SluiceRecording recording) {
        boolean inBursts = recording.clock() == SluiceRecording.BURSTS;
        this.recording = recording;
        recording.markReady(ProbeLoop.METHOD_ID);
        lane = recording.newLaneForChecks(inBursts ? SluiceRecording.NANO : recording.clock(), RING_WORDS);
        pausedLane = inBursts ? recording.newLaneForChecks(SluiceLane.PAUSED, RING_WORDS) : null;
    }

    /** CALIBRATION, of what can be met in a recording; all 0 where the thread that keeps the clock has no core. On the worker, while the recording runs. */
    byte[] answer(int id) throws ProtocolException {
        boolean kept = lane.clock() != SluiceRecording.TICKER || SluiceTicker.cell() != 0;
        ProbeCost cost = kept ? costIn(lane) : ProbeCost.NOTHING;
        ProbeCost paused = pausedLane == null ? ProbeCost.NOTHING : costIn(pausedLane);
        return Calibrator.packet(id, cost, paused, ProbeCost.NOTHING, 0);
    }

    private ProbeCost costIn(SluiceLane measured) {
        recording.useForChecks(measured);
        CostBatches batches = new CostBatches(recording, measured, null, BATCHES, PAIRS_PER_BATCH);
        try {
            return batches.measure();
        } finally {
            batches.close();
            recording.expectNobody(); // the pump sees who records most
        }
    }
}
