package java.lang;

/**
 * The start of a thread that its starter begins within a call subgraph. Its lane is there before it runs, so that it is not
 * alive does not mean yet that it has ended.
 */
final class SluiceFollowedStart {
    private final SluiceLane starter;
    /** What the starter's {@code starts} was then. */
    private final int number;

    /** To be called on the starting thread. */
    SluiceFollowedStart(SluiceLane starter) {
        this.number = starter.starts + 1;
        starter.starts = number;
        this.starter = starter;
    }

    /** The thread has been started by now, or will not be, as its start failed: its starter has gone on. */
    boolean isOver() {
        return starter.starts != number || starter.depth == 0 || !starter.thread.isAlive();
    }
}
