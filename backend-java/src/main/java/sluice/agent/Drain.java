package sluice.agent;

/** A source that the pump empties into the event file: the lanes of a recording, the rings of a timed region. Pump only. */
interface Drain {
    /**
     * Writes what has come since the last call.
     * @param last nobody appends any more: what is not there by now never will be
     * @return false when the file has no room and will get none: something is left
     */
    boolean drain(EventRoom room, boolean last);

    /** The highest share of a ring that the last call found filled. */
    int fillPercent();

    /** For how long the pump may leave it alone; what comes meanwhile is lost with a target that is killed. */
    long longestPauseNs();
}
