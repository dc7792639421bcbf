package sluice.agent;

/** Ends the session, for whoever finds that it is over. Any thread, as often as it is found. */
interface SessionEnd {
    void end(String reason);
}
