package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What instrumented methods call. {@code lanes} is the switch and the table in one: null while nothing records, so
 * that code instrumented but not recorded costs one load and one test.
 *
 * <p>The calls below touch compiler intrinsics and fields only, never Java code that could itself be instrumented;
 * the agent keeps {@code jdk.internal.misc.Unsafe} and the classes named Sluice* out of what can be. They lock
 * nothing, allocate nothing and let no exception out; only the first root of a thread makes a lane. Public because
 * every class must be able to call it; nobody but instrumented code and the agent has a reason to.
 */
public final class SluiceProbe {
    /** Bit 19 of an event word: the method is left. */
    static final int EXIT_BIT = 1 << 19;
    /** Ids have 19 bits: masking makes every id harmless. */
    static final int ID_MASK = EXIT_BIT - 1;
    /** The 44 bits of time stand above id and exit bit. */
    static final int TIME_SHIFT = 20;

    private static final Unsafe U = Unsafe.getUnsafe();
    /** Read this way since Thread.getId() could be overridden until JDK 19, and a call could be instrumented. */
    private static final long TID_OFFSET = U.objectFieldOffset(Thread.class, "tid");

    /**
     * Open addressing by thread id, a power of two long, never full; null while nothing records. Plain: the compiler
     * may keep it in a register for a while, which makes instrumented code free while nothing records. Owned by the
     * running SluiceRecording.
     */
    static SluiceLane[] lanes;
    /** Whose lanes those are. */
    static volatile SluiceRecording recording;
    /**
     * Per method id: 0 not invoked yet, 1 its callees are instrumented, 2 nobody waits for that any more. A power of
     * two long. Static like the clock, for the latency: a clock read waits for every load before it.
     */
    static byte[] ready = SluiceRecording.NOTHING_TO_WAIT_FOR;
    /** Events carry times. */
    static boolean timed;

    private SluiceProbe() {}

    /** A method begins. Recorded when the thread is within a call subgraph. */
    public static void entry(int id) {
        SluiceLane[] table = lanes;
        if (table == null) return;
        SluiceLane lane = laneOfCurrentThread(table);
        if (lane != null && lane.depth > 0) lane.entry(id);
    }

    /** A method ends, by return or by exception. */
    public static void exit(int id) {
        SluiceLane[] table = lanes;
        if (table == null) return;
        SluiceLane lane = laneOfCurrentThread(table);
        if (lane != null && lane.depth > 0) lane.exit(id);
    }

    /**
     * A constructor begins that calls others before its entry probe can stand, up to its super(): at its first
     * invocation they must be instrumented by now. Records nothing.
     */
    public static void gate(int id) {
        SluiceLane[] table = lanes;
        if (table == null || !SluiceLane.mustWait(id & ID_MASK)) return;
        SluiceLane lane = laneOfCurrentThread(table);
        if (lane != null && lane.depth > 0) lane.awaitReady(id & ID_MASK);
    }

    /** A root method begins: it opens a call subgraph, or is called within one. */
    public static void rootEntry(int id) {
        U.loadFence(); // a loop around a root sees a recording start, whatever the compiler hoists
        SluiceLane[] table = lanes;
        if (table == null) return;
        SluiceLane lane = laneOfCurrentThread(table);
        if (lane == null || !lane.ownedForRoot()) lane = openLane();
        if (lane != null && lane.depth >= 0) lane.rootEntry(id);
    }

    /** A root method ends. Ignored when this recording did not see it begin. */
    public static void rootExit(int id) {
        SluiceLane[] table = lanes;
        if (table == null) return;
        SluiceLane lane = laneOfCurrentThread(table);
        if (lane != null && lane.depth > 0) lane.rootExit(id);
    }

    @ForceInline
    private static SluiceLane laneOfCurrentThread(SluiceLane[] table) {
        long threadId = U.getLong(Thread.currentThread(), TID_OFFSET);
        SluiceLane lane = table[(int) threadId & (table.length - 1)];
        if (lane == null || lane.threadId == threadId) return lane;
        return searchOn(table, threadId);
    }

    @DontInline
    private static SluiceLane searchOn(SluiceLane[] table, long threadId) {
        int mask = table.length - 1;
        int slot = (int) threadId & mask;
        SluiceLane lane;
        do {
            slot = (slot + 1) & mask;
            lane = table[slot];
        } while (lane != null && lane.threadId != threadId);
        return lane;
    }

    @DontInline
    private static SluiceLane openLane() {
        SluiceRecording current = recording;
        return current == null ? null : current.openLane(Thread.currentThread());
    }

    /** The id of a thread, whatever its class overrides. */
    public static long threadId(Thread thread) {
        return U.getLong(thread, TID_OFFSET);
    }

    /**
     * From here to {@link #resume} the calling thread records nothing: it runs code of the agent's.
     * @return what to hand to resume; null when the thread has no lane
     */
    public static SluiceLane suspend() {
        SluiceLane[] table = lanes;
        SluiceLane lane = table == null ? null : laneOfCurrentThread(table);
        if (lane == null || lane.depth < 0) return null;
        lane.suspend();
        return lane;
    }

    /** @param waitedNs what the thread spent for the agent since suspend: charged to nobody */
    public static void resume(SluiceLane lane, long waitedNs) {
        if (lane == null) return;
        lane.resume();
        if (lane.depth > 0) lane.adjust(waitedNs);
    }
}
