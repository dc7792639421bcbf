package sluice.agent;

import java.util.Arrays;

/**
 * Whether probes cost in a recording that runs what they did when it was calibrated: other programs take a core's speed, its caches
 * or its other half, and the processor changes its clock. A short loop on the worker, half a millisecond (of the clock cpu: ten);
 * its lane is found in the table, as those of most threads, and compared with what was calibrated that way.
 */
final class CalibrationCheck {
    private static final int BATCHES = 21;
    private static final int PAIRS_PER_BATCH = 500;
    private static final int RING_WORDS = 2_048;

    private final SluiceLane lane;
    private final ProbeLoop loop;
    private final double[] pairNs = new double[BATCHES];
    private final double[] countNs = new double[BATCHES];

    /** To be called on the worker. */
    CalibrationCheck(SluiceRecording recording) {
        recording.markReady(ProbeLoop.METHOD_ID);
        lane = recording.addLaneInTable(RING_WORDS);
        loop = new ProbeLoop(lane);
    }

    /** CALIBRATION_CHECKED; on the worker, while the recording runs. */
    byte[] answer(int id) throws ProtocolException {
        boolean kept = lane.clock() != SluiceRecording.TICKER || SluiceTicker.cell() != 0;
        lane.enterGraph();
        try {
            for (int i = 0; i < BATCHES; i++) {
                pairNs[i] = loop.pairNs(PAIRS_PER_BATCH);
                countNs[i] = loop.countNs(PAIRS_PER_BATCH);
            }
        } finally {
            lane.leaveGraph();
        }
        return new PacketWriter(id, MessageType.CALIBRATION_CHECKED)
                .f64(kept ? medianOf(pairNs) / Calibrator.tablePairNs() : 0)
                .f64(medianOf(countNs) / Calibrator.tableCountNs())
                .toPacket();
    }

    private static double medianOf(double[] values) {
        Arrays.sort(values);
        return values[BATCHES / 2];
    }
}
