package sluice.agent;

/** What the pump knows about one lane. */
final class LaneReader {
    final SluiceLane lane;
    /** As it is in the event file; null before its THREAD block. */
    private String name;
    private long toldDroppedEvents;

    LaneReader(SluiceLane lane) {
        this.lane = lane;
    }

    /** @return the thread's name if the event file does not have it yet, else null */
    String newName() {
        String current = lane.thread().getName();
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
