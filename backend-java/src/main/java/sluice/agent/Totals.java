package sluice.agent;

/** The accounts of one recording: what was produced is in the event file, or dropped. */
final class Totals {
    /** Event words, control words and dropped ones included. */
    long producedEvents;
    long droppedEvents;
    long waitedNs;
    /** What recorded threads, ready to run, waited for a core beside that; 0 where that is not told. */
    long coreWaitNs;
    int classLoads;
    long classLoadNs;
    int lanes;

    /** The same numbers, to be added to. */
    Totals copy() {
        Totals totals = new Totals();
        totals.producedEvents = producedEvents;
        totals.droppedEvents = droppedEvents;
        totals.waitedNs = waitedNs;
        totals.coreWaitNs = coreWaitNs;
        return totals;
    }

    /** The fields that HEARTBEAT and STOPPED begin with. */
    PacketWriter write(PacketWriter to) {
        return to.i64(producedEvents).i64(droppedEvents).i64(waitedNs).i64(coreWaitNs).u32(classLoads).i64(classLoadNs);
    }

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
