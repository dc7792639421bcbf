package sluice.agent;

/** What the pump knows about one lane. */
final class LaneReader {
    private static final long SHORTEST_LOOK_NS = 1_000_000;
    /** Where there is less than a word in so long, reading the clock at each costs next to nothing. */
    private static final long RARE_WORD_NS = 500;

    final SluiceLane lane;
    /** Of its EVENTS blocks. */
    final int eventFlags;
    final CoreWaits coreWaits;
    /** As it is in the event file; null before its THREAD block. */
    private String name;
    private long toldDroppedEvents;
    /** Where the lane stood when it was last looked at, and since when it is known to. */
    private long seenPosition;
    private long seenNs;

    /** @param recordingClock which may have no time of this thread */
    LaneReader(SluiceLane lane, int recordingClock) {
        this.lane = lane;
        if (lane.clock() != SluiceRecording.NO_CLOCK) this.eventFlags = BlockLayout.TIMED_FLAG;
        else this.eventFlags = recordingClock == SluiceRecording.NO_CLOCK ? 0 : BlockLayout.TIMELESS_FLAG;
        this.coreWaits = new CoreWaits(lane);
    }

    /** Or was not started after all. A followed thread has its lane before it is alive. */
    boolean threadHasEnded() {
        boolean startIsOver = SluiceFollowedStart.isOver(lane);
        boolean alive = lane.thread.isAlive();
        if (alive || startIsOver) SluiceFollowedStart.forget(lane);
        return startIsOver && !alive;
    }

    /** To be called in each pass: a clock that pauses until many words have passed must not, where they come no more. */
    void endVainPause(long nowNs) {
        long position = lane.positionAcquire();
        long seenForNs = nowNs - seenNs;
        if (seenForNs < SHORTEST_LOOK_NS) return;
        if (position == seenPosition) {
            lane.endPause(position, seenNs);
            return;
        }
        if ((position - seenPosition) * RARE_WORD_NS < seenForNs) lane.endPause(position, nowNs);
        seenPosition = position;
        seenNs = nowNs;
    }

    /** @return the thread's name if the event file does not have it yet, else null */
    String newName() {
        String current = lane.thread.getName();
        if (current == null) current = "";
        return current.equals(name) ? null : current;
    }

    void told(String newName) {
        name = newName;
    }

    /** Whether the event file knows the thread. */
    boolean isTold() {
        return name != null;
    }

    /** Losses not yet in the event file. */
    int untoldDrops() {
        return (int) Math.min(lane.droppedEvents() - toldDroppedEvents, Integer.MAX_VALUE);
    }

    void toldDrops(int dropped) {
        toldDroppedEvents += dropped;
    }
}
