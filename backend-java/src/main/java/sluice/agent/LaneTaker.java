package sluice.agent;

/**
 * Empties the lane of a calibration as the pump does those of the program: from another core where there is one. A word's
 * cache line is then with that core, and has to be fetched back when the ring comes around: of a pair that reads no clock
 * this was up to two thirds of what it cost, and at other times nothing.
 */
final class LaneTaker extends AgentThread {
    private static final int CHUNK_WORDS = 8_192;
    /** As the pump, while lanes fill quickly. */
    private static final long PAUSE_NS = 100_000;
    private static final long ROOM_LOOK_NS = 20_000;
    /** Then it has no core, and the lane's owner takes the words itself. */
    private static final long PATIENCE_NS = 5_000_000;
    private static final long END_MS = 1_000;

    private final SluiceLane lane;
    private final long[] taken = new long[CHUNK_WORDS];
    private volatile boolean ending;

    LaneTaker(SluiceLane lane) {
        super("calibration");
        this.lane = lane;
    }

    @Override
    public void run() {
        while (!ending) {
            take();
            SluiceAccess.park(PAUSE_NS);
        }
    }

    /** To be called by the owner of the lane. Returns when it has room for so many words: it must never be full. */
    void awaitRoom(int words) {
        long startNs = System.nanoTime();
        while (lane.ring().length - (lane.positionAcquire() - lane.drained()) < words) {
            if (System.nanoTime() - startNs > PATIENCE_NS) take();
            else SluiceAccess.park(ROOM_LOOK_NS);
        }
    }

    void end() {
        ending = true;
        SluiceAccess.unpark(this);
        joinFor(END_MS);
    }

    /** No call of Math: the owner of the lane may be within a call subgraph. */
    private static int chunkAt(int from, int ringWords, long words) {
        int untilEnd = ringWords - from;
        int most = untilEnd < CHUNK_WORDS ? untilEnd : CHUNK_WORDS;
        return words < most ? (int) words : most;
    }

    private synchronized void take() {
        long[] ring = lane.ring();
        long end = lane.positionAcquire();
        for (long at = lane.drained(); at < end; ) {
            int from = (int) at & ring.length - 1;
            int count = chunkAt(from, ring.length, end - at);
            System.arraycopy(ring, from, taken, 0, count);
            at += count;
            lane.drainedRelease(at);
        }
    }
}
