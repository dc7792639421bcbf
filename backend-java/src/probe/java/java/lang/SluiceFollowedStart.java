package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * The start of a thread that its starter begins within a call subgraph. Its lane is there before it runs, so that it is not
 * alive does not mean yet that it has ended.
 */
public final class SluiceFollowedStart {
    private static final Unsafe U = Unsafe.getUnsafe();

    private final SluiceLane starter;
    /** What the starter's {@code starts} was then. */
    private final int number;

    private SluiceFollowedStart(SluiceLane starter) {
        this.number = starter.starts + 1;
        starter.starts = number;
        this.starter = starter;
    }

    /**
     * To be called on the starting thread, before anybody else sees the lane: its thread, which is not running yet, is within
     * a call subgraph as long as it lives.
     */
    static void follow(SluiceLane lane, SluiceLane starter) {
        lane.start = new SluiceFollowedStart(starter);
        lane.enterGraph();
    }

    /**
     * Whether the thread has been started by now, or will not be, as its start failed: its starter has gone on. Only after that
     * does it mean anything that a thread is not alive.
     */
    public static boolean isOver(SluiceLane lane) {
        SluiceFollowedStart begun = lane.start;
        boolean over = begun == null || begun.hasGoneOn() || lane.positionAcquire() > 0;
        U.loadFence(); // whether the thread is alive is looked at after this
        return over;
    }

    /** It is over: lets go of the starter's lane, whose thread may be long gone. */
    public static void forget(SluiceLane lane) {
        lane.start = null;
    }

    private boolean hasGoneOn() {
        return starter.starts != number || starter.depth == 0 || !starter.thread.isAlive();
    }
}
