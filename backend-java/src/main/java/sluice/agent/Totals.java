package sluice.agent;

/** The accounts of one recording: what was produced is in the event file, or dropped. */
final class Totals {
    /** Event words, control words and dropped ones included. */
    long producedEvents;
    long droppedEvents;
    long waitedNs;
    int lanes;

    void add(SluiceLane lane) {
        producedEvents += lane.drained() + lane.droppedEvents();
        droppedEvents += lane.droppedEvents();
        waitedNs += lane.waitedNs();
    }

    /** What could not be written in time at the end of a recording is lost. */
    void addUndrained(SluiceLane lane) {
        long lost = lane.positionAcquire() - lane.drained();
        producedEvents += lost;
        droppedEvents += lost;
    }
}
