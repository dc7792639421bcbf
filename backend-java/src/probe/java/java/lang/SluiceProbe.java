package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What instrumented methods call, and what they hold while they run:
 *
 * <pre>
 *     SluiceProbe probe = SluiceProbe.entry(20);     finds the lane of the thread
 *     try {
 *         ...
 *     } finally {
 *         probe.exit(20);                            needs no search
 *     }                                              if even that overflows the stack: probe.missedExits++, probe.limit = 0
 * </pre>
 *
 * <p>A method that calls nobody may be counted only: {@code SluiceProbe.count(20)} as it begins, and nothing else.
 *
 * <p>A probe is the SluiceLane of its thread, or SluiceLane.NOBODY where nothing is recorded. {@code lanes} is the switch and
 * the table in one: null while nothing records, or the recording is paused, so that code instrumented but not recorded costs one load and one test.
 *
 * <p>The calls below touch compiler intrinsics and fields only, never Java code that could itself be instrumented;
 * the agent keeps {@code jdk.internal.misc.Unsafe} and the classes named Sluice* out of what can be. They lock
 * nothing, allocate nothing and let no exception out but a StackOverflowError, and then they have recorded nothing; only
 * the first root of a thread makes a lane. Public because every class must be able to call it; nobody but instrumented
 * code and the agent has a reason to.
 */
public abstract class SluiceProbe extends SluiceUnseen {
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
    /**
     * A shortcut past the table: the lane of the platform thread that records most; not null when lanes is not. A clock
     * read waits for every load before it; this lane is loaded beside the thread, one in the table after it: thread, id,
     * lane, fields. A platform thread keeps its lane while it lives, so this is never an old lane of a thread that has a
     * new one.
     */
    static SluiceLane likely;
    /** Whose lanes those are. */
    static SluiceRecording recording;
    /** Per method id: 0 not invoked yet, 1 its callees are instrumented, 2 nobody waits for that any more; above that SluiceWitnesses. A power of two long. */
    static byte[] ready = SluiceKnown.NOTHING_TO_WAIT_FOR;
    /** Per method id: 1 where a thread called it that has never been in a call subgraph (SluiceOutside). A power of two long. Whoever finds 0 writes: later calls only read, so threads do not take the cache line from each other. */
    static byte[] outside = SluiceOutside.ALL_NOTED;
    /** Bytes to be made until the next object is followed, and the state of the generator that draws them; 0: none is drawn yet. */
    long untilSample;
    long random;
    /** The owner where depth > 0, and then null now and again: one look tells that a thread has a lane and is in a graph. */
    public Thread recorded;

    /** Of the root call that the owner begins, where root calls are split: the number of its label. */
    int label;
    /** What the owner had allocated when it opened its subgraph, where that is told; a virtual thread has no account of its own. */
    long allocatedBytes;
    /** Whether that is told; the same while the lane lives. */
    boolean tellsAllocation;
    /** What it had allocated when it was suspended. */
    long suspendedBytes;

    /** Only SluiceLane is one: so the compiler knows which exit is called. */
    SluiceProbe() {}

    /** A method begins. Recorded when the thread is within a call subgraph. */
    public static SluiceProbe entry(int id) {
        Thread thread = Thread.currentThread();
        SluiceLane lane = likely;
        return lane.recorded == thread ? lane.recordEntry(id) : entryFromTable(thread, id);
    }

    /** A method that is only counted begins: it calls nobody, so it holds no probe, has no exit and waits for nothing. @param id above it, where these are counted, its bytecodes */
    public static void count(int id) {
        Thread thread = Thread.currentThread();
        SluiceLane lane = likely;
        if (lane.recorded == thread) lane.recordCount(id);
        else countFromTable(thread, id);
    }

    /** A method ends, by return or by exception. */
    public abstract void exit(int id);

    /** A constructor begins. @param key of this one, as the rewriter makes it; sets chain */
    public static SluiceProbe constructorEntry(int key, int id) {
        SluiceLane lane = likely;
        if (lane.recorded == Thread.currentThread()) {
            lane.join(key);
            return lane.recordEntry(id);
        }
        joinFromTable(key);
        return entry(id);
    }

    public static SluiceProbe rootConstructorEntry(int key, int id) {
        joinFromTable(key);
        return rootEntry(id);
    }

    public static SluiceProbe rootConstructorEntry(int request, int key, int id) {
        joinFromTable(key);
        return rootEntry(request, id);
    }

    private static void joinFromTable(int key) {
        SluiceLane[] table = lanes;
        if (table == null) return;
        SluiceLane lane = laneOf(Thread.currentThread(), table);
        if (lane != SluiceLane.NOBODY) lane.join(key);
    }

    /** A constructor ends by an exception, and so do those that wait for it. If that overflows the stack: missedExits, limit, depth, recorded. */
    public void failed(int chain, int id) {
        if (this != SluiceLane.NO_PROBE) leave(id, chain & 0xffff, chain >>> 16);
    }

    public void rootFailed(int chain, int id) {
        if (this != SluiceLane.NO_PROBE) leave(id, chain & 0xffff, (chain >>> 16) + 1);
    }

    /** A method ends by an exception. */
    public void failed(int id) {
        if (this != SluiceLane.NO_PROBE) leave(id, 0, 0);
    }

    public void rootFailed(int id) {
        if (this != SluiceLane.NO_PROBE) leave(id, 0, 1);
    }

    // Where bytecodes are counted without a clock the time field of an exit has how many the frame has executed: the counter.

    public void exit(int id, long executed) {
        if (this != SluiceLane.NO_PROBE) exitCounted(id, executed & LOOP_MASK);
    }

    public void rootExit(int id, long executed) {
        if (this != SluiceLane.NO_PROBE) leaveCounted(executed, id, 0, 1);
    }

    public void failed(int id, long executed) {
        if (this != SluiceLane.NO_PROBE) leaveCounted(executed, id, 0, 0);
    }

    public void rootFailed(int id, long executed) {
        rootExit(id, executed);
    }

    public void failed(int chain, int id, long executed) {
        if (this != SluiceLane.NO_PROBE) leaveCounted(executed, id, chain & 0xffff, chain >>> 16);
    }

    public void rootFailed(int chain, int id, long executed) {
        if (this != SluiceLane.NO_PROBE) leaveCounted(executed, id, chain & 0xffff, (chain >>> 16) + 1);
    }

    /** A method catches an exception. Records nothing. */
    public void caught() {
        if (this != SluiceLane.NO_PROBE) endWaiting();
    }

    // The three below, and `tell`, are abstract so that C1, which knows no only implementor, calls them: copied into each method that it
    // compiles they would end a recursion at a third of its depth (e2e/stackOverflow.spec.ts).

    abstract void exitCounted(int id, long executed);

    /** The exit of a method, of so many that wait for it, and of so many roots among all of them. */
    abstract void leave(int id, int waiting, int roots);

    /** The same where its word tells the bytecodes executed, in place of a time. */
    abstract void leaveCounted(long executed, int id, int waiting, int roots);

    /**
     * A method begins that is switched off, and came with its class while it was: at its first invocation what it calls must be
     * instrumented by now. Records nothing.
     */
    public static void gate(int id) {
        SluiceLane[] table = lanes;
        if (table == null) {
            if (recording != null) awaitWhilePaused(Thread.currentThread(), id);
            return;
        }
        if (!SluiceFirstCalls.mustWait(id & ID_MASK)) return;
        SluiceLane lane = laneOf(Thread.currentThread(), table);
        if (lane.depth > 0) lane.firstCalls.awaitReady(id & ID_MASK);
    }

    /**
     * A constructor begins, of a class of which there has been no object yet: what can be called on one must be instrumented
     * before anybody has it, so threads outside of the subgraph wait as well. Records nothing.
     */
    public static void making(int id) {
        if (!SluiceFirstCalls.mustWait(id & ID_MASK)) return;
        SluiceRecording current = recording;
        if (current == null) return;
        SluiceLane lane = pausedOrNotLaneOf(Thread.currentThread());
        if (lane.depth > 0) lane.firstCalls.awaitReady(id & ID_MASK);
        else current.gates.awaitMade(id & ID_MASK);
    }

    /** Where the JDK is about to make objects of a class without its constructors, any thread calls this first. Records nothing. */
    public static void allocating(Class<?> type) {
        SluiceRecording current = recording;
        if (current == null || !current.asksAboutReflection) return;
        current.gates.awaitAllocated(type, pausedOrNotLaneOf(Thread.currentThread()));
    }

    /** A method begins that could not get its probe, or a root does. Records nothing: SluiceWitnesses. */
    public static void witness(int id) {
        SluiceWitnesses.called(id & ID_MASK, 1);
    }

    public static void rootWitness(int id) {
        SluiceWitnesses.called(id & ID_MASK, 0);
    }

    /** A root method begins: it opens a call subgraph, or is called within one. */
    public static SluiceProbe rootEntry(int id) {
        U.loadFence(); // a loop around a root sees a recording start, whatever the compiler hoists
        SluiceLane[] table = lanes;
        if (table == null) {
            if (recording != null) awaitWhilePaused(Thread.currentThread(), id);
            return SluiceLane.NO_PROBE;
        }
        SluiceLane lane = laneForRoot(table);
        return lane == SluiceLane.NOBODY ? SluiceLane.NO_PROBE : lane.recordRootEntry(id);
    }

    /** NOBODY if the thread gets none, or records nothing now. */
    @ForceInline
    private static SluiceLane laneForRoot(SluiceLane[] table) {
        SluiceLane lane = laneOf(Thread.currentThread(), table);
        if (lane == SluiceLane.NOBODY || !lane.ownedForRoot()) lane = openLane();
        return lane.depth < 0 ? SluiceLane.NOBODY : lane;
    }

    /** The same of a root that is asked before. @param request what SluiceRequests has answered */
    public static SluiceProbe rootEntry(int request, int id) {
        if (request == SluiceRequests.LEFT_OUT) return SluiceLane.NO_PROBE;
        if (request == SluiceRequests.NO_LABEL) return rootEntry(id);
        U.loadFence();
        SluiceLane[] table = lanes;
        if (table == null) return SluiceLane.NO_PROBE; // who has a label is in no subgraph: there is nothing to wait for
        SluiceLane lane = laneForRoot(table);
        if (lane == SluiceLane.NOBODY) return SluiceLane.NO_PROBE;
        lane.label = request;
        return lane.recordRootEntry(id);
    }

    /** A root method ends. If that overflows the stack: depth--, recorded = null. */
    public void rootExit(int id) {
        if (this != SluiceLane.NO_PROBE) leave(id, 0, 1);
    }

    /** A copy of the same code, not its continuation: a lane that can be one of two costs 3 ns more where all is inlined. */
    private static SluiceProbe entryFromTable(Thread thread, int id) {
        SluiceLane[] table = lanes;
        if (table == null) {
            if (recording != null) awaitWhilePaused(thread, id);
            return SluiceLane.NO_PROBE;
        }
        SluiceLane lane = laneOf(thread, table);
        if (lane.depth > 0) return lane.recordEntry(id);
        if (lane == SluiceLane.NOBODY) noteOutside(id);
        return SluiceLane.NO_PROBE;
    }

    private static void countFromTable(Thread thread, int id) {
        SluiceLane[] table = lanes;
        if (table == null) return;
        SluiceLane lane = laneOf(thread, table);
        if (lane.depth > 0) lane.recordCount(id);
        else if (lane == SluiceLane.NOBODY) noteOutside(id);
    }

    /** A thread calls it that no root has called: nothing is recorded of that, but that it was so. */
    @ForceInline
    private static void noteOutside(int id) {
        byte[] noted = outside;
        int slot = id & ID_MASK & (noted.length - 1);
        if (noted[slot] == 0) noted[slot] = 1;
    }

    /**
     * A method begins while the recording is paused: nothing is recorded of it. What it calls may be called after the pause
     * though, and is then counted below the frame that is open since before: at its first invocation it waits as ever.
     */
    @DontInline
    private static void awaitWhilePaused(Thread thread, int id) {
        if (!SluiceFirstCalls.mustWait(id & ID_MASK)) return;
        SluiceLane lane = pausedLaneOf(thread);
        if (lane.depth > 0) lane.firstCalls.awaitReady(id & ID_MASK);
    }

    /** NOBODY if it has none, or the recording is not paused. */
    @DontInline
    private static SluiceLane pausedLaneOf(Thread thread) {
        SluiceRecording current = recording;
        SluiceLane[] table = current == null ? null : current.pausedLanes;
        return table == null ? SluiceLane.NOBODY : laneOf(thread, table);
    }

    /** NOBODY if it has none. For what is called seldom. */
    static SluiceLane pausedOrNotLaneOf(Thread thread) {
        SluiceLane[] table = lanes;
        return table == null ? pausedLaneOf(thread) : laneOf(thread, table);
    }

    /** NOBODY if it has none. */
    @ForceInline
    private static SluiceLane laneOf(Thread thread, SluiceLane[] table) {
        long threadId = U.getLong(thread, TID_OFFSET);
        SluiceLane lane = table[(int) threadId & (table.length - 1)];
        if (lane == null) return SluiceLane.NOBODY;
        return lane.threadId == threadId ? lane : searchOn(table, threadId);
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
        return lane == null ? SluiceLane.NOBODY : lane;
    }

    @DontInline
    private static SluiceLane openLane() {
        SluiceRecording current = recording;
        return current == null ? SluiceLane.NOBODY : current.openLane(Thread.currentThread());
    }

    /**
     * Where a recording follows threads, Thread.start calls this right before the thread begins to run: started within a call
     * subgraph, it is within one from its first instruction to its last. It does not run yet, so nobody else touches its lane.
     */
    public static void starting(Thread child) {
        SluiceRecording current = recording;
        SluiceLane[] table = lanes;
        if (table == null || current == null) return;
        try {
            SluiceLane starter = laneOf(Thread.currentThread(), table);
            if (starter.depth > 0) current.follow(child, starter);
            else laneOf(child, table).leaveGraph(); // it has one if it was to be started within a subgraph, and that failed
        } catch (StackOverflowError deep) {
            current.refusedLanes++; // a call would overflow too
        }
    }

    /**
     * Method.invoke and Constructor.newInstance call this first: what they are about to call must be instrumented by then, and
     * nothing but the object itself tells what it is. Records nothing.
     * @param executable of type Object, as its class is not known where it is called from
     */
    public static void reflecting(Object executable) {
        if (lanes == null && recording == null) return;
        SluiceLane lane = pausedOrNotLaneOf(Thread.currentThread());
        if (lane.depth > 0) lane.firstCalls.awaitCallees(executable);
    }

    /**
     * A direct method handle is about to call what it stands for (java.lang.invoke.DirectMethodHandle): as reflecting. Some 2 ns for a
     * method of java.base, which carries no probe then, as the handles of concatenations stand for.
     */
    public static void handling(Object handle) {
        if (lanes == null && recording == null || SluiceHandles.isOfBase(handle)) return;
        reflecting(handle);
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
        SluiceLane lane = pausedOrNotLaneOf(Thread.currentThread());
        if (lane == SluiceLane.NOBODY || lane.depth < 0) return null;
        lane.suspendRecording();
        if (lane.tellsAllocation) lane.suspendedBytes = SluiceAllocation.nowBytes();
        return lane;
    }

    /** Whether a thread was within a call subgraph when suspend answered this lane. */
    public static boolean wasInGraph(SluiceLane lane) {
        return lane != null && ~lane.depth > 0;
    }

    /**
     * @param waitedNs what the thread spent for the agent since suspend: charged to nobody, as is what it allocated since
     * @param handedBytes what the JVM had allocated before that, to hand it to the agent
     */
    public static void resume(SluiceLane lane, long waitedNs, long handedBytes) {
        if (lane == null) return;
        if (lane.tellsAllocation) lane.allocatedBytes += handedBytes + SluiceAllocation.nowBytes() - lane.suspendedBytes;
        lane.resumeRecording();
        if (lane.depth > 0) lane.adjust(waitedNs);
    }
}
