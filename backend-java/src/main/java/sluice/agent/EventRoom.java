package sluice.agent;

/** The event file, and the wait for room in it. Pump only, but for the deadline and the end. */
final class EventRoom {
    private static final long PAUSE_NS = 200_000;

    final EventFile file;
    /** For a drain that puts the words of a block together. */
    final long[] words = new long[BlockLayout.MAX_EVENTS];
    private final Heartbeat heartbeat;
    /** When the tool is not waited for any more, as System.nanoTime(); 0 = it has no such time. */
    volatile long giveUpAtNs;
    private volatile boolean closed;

    EventRoom(EventFile file, Heartbeat heartbeat) {
        this.file = file;
        this.heartbeat = heartbeat;
    }

    /** Nothing is waited for any more, and the pump ends after its present block. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Nothing is held while waiting: lanes fill up, and their owners wait or drop by their own deadlines. */
    boolean await(int payloadWords) {
        while (!file.hasRoomFor(BlockLayout.HEADER_BYTES + payloadWords * 8)) {
            if (closed || giveUpAtNs != 0 && System.nanoTime() > giveUpAtNs) return false;
            try {
                heartbeat.beat();
            } catch (OutOfMemoryError full) {
                heartbeat.watchTool(); // the rest is told later
            }
            SluiceAccess.park(PAUSE_NS);
        }
        return true;
    }
}
