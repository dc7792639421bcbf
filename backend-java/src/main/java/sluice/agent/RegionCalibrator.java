package sluice.agent;

import java.util.Arrays;

/**
 * What an empty pass through a region measures, and what it costs its thread, in this JVM, compiled.
 *
 * <pre>
 *     caller | enter, clock |             | clock, leave | caller
 *            |              |<-- empty -->|              |
 *            |<----------------- cost ------------------>|
 * </pre>
 *
 * The thread that has a ring to itself is faster than the others: batches take turns in both ways. The middle of the two is
 * told, and half their distance is part of the spread.
 */
final class RegionCalibrator {
    private static final int PASSES_PER_BATCH = 2_000;
    private static final int BATCHES = 31;

    private final SluiceRegion region = SluiceRegion.start(RegionCalibrator.class); // and not AgentThread: it is one
    private final RegionReader reader = new RegionReader(region);
    private final long[] durationsNs = new long[BlockLayout.MAX_EVENTS];
    private int sink;

    /** @param shared the passes go into a ring that many threads share */
    private RegionCalibrator(boolean shared) {
        if (shared) region.shareRings();
    }

    /** REGION_CALIBRATION */
    static byte[] answer(int id) throws ProtocolException {
        RegionCalibrator alone = new RegionCalibrator(false);
        RegionCalibrator shared = new RegionCalibrator(true);
        try {
            return measure(id, alone, shared);
        } finally {
            alone.region.stop();
            shared.region.stop();
        }
    }

    private static byte[] measure(int id, RegionCalibrator alone, RegionCalibrator shared) throws ProtocolException {
        double[] aloneNs = new double[BATCHES];
        double[] sharedNs = new double[BATCHES];
        double[] emptyNs = new double[2 * BATCHES];
        WarmUp warmUp = new WarmUp();
        while (!warmUp.isOver(alone.batch() + shared.batch())) continue;
        alone.emptyOfBatch();
        shared.emptyOfBatch();
        for (int i = 0; i < BATCHES; i++) {
            aloneNs[i] = alone.batch();
            sharedNs[i] = shared.batch();
            emptyNs[2 * i] = alone.emptyOfBatch();
            emptyNs[2 * i + 1] = shared.emptyOfBatch();
        }
        Arrays.sort(aloneNs);
        Arrays.sort(sharedNs);
        Arrays.sort(emptyNs);
        double aloneMedian = aloneNs[BATCHES / 2];
        double sharedMedian = sharedNs[BATCHES / 2];
        double noise = Math.max(quartileDistance(aloneNs), quartileDistance(sharedNs)) / 2;
        return new PacketWriter(id, MessageType.REGION_CALIBRATION)
                .f64(emptyNs[BATCHES])
                .f64((aloneMedian + sharedMedian) / 2)
                .f64(noise + Math.abs(sharedMedian - aloneMedian) / 2)
                .toPacket();
    }

    private static double quartileDistance(double[] sorted) {
        return sorted[sorted.length * 3 / 4] - sorted[sorted.length / 4];
    }

    /** @return ns per pass, with the call that it is in */
    private double batch() {
        long startNs = System.nanoTime();
        for (int i = 0; i < PASSES_PER_BATCH; i++) timed(i, region.id());
        return (System.nanoTime() - startNs) / (double) PASSES_PER_BATCH;
    }

    /** What the rewriter makes of a method with an empty body. */
    private void timed(int i, int id) {
        long start = SluiceRegion.enter(0);
        try {
            sink = i;
        } finally {
            start = SluiceRegion.leave(start, id);
        }
    }

    /** Of all rings: a batch writes into one. */
    private double emptyOfBatch() {
        long sum = 0;
        int read = 0;
        for (int ring = 0; ring < SluiceRegion.ringCount(); ring++) {
            int count = reader.read(ring, durationsNs, BlockLayout.MAX_EVENTS, true);
            for (int i = 0; i < count; i++) sum += durationsNs[i];
            read += count;
        }
        return sum / (double) Math.max(1, read);
    }
}
