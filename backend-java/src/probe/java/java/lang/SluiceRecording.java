package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * One recording: its settings, which never change, and the lanes of its threads. A new recording begins with an empty
 * table, so activations that are left over from an earlier one are not seen.
 *
 * <p>Lanes come and go under a lock that is one word, holding the thread id of its owner: a probe that is called
 * within the locked code (a constructor can be instrumented) sees its own id and leaves.
 */
public final class SluiceRecording {
    /** Events carry no times. */
    public static final int NO_CLOCK = 0;
    /** System.nanoTime() at each event. */
    public static final int NANO = 1;
    /** System.nanoTime() at some events that follow each other: SluiceBursts. */
    public static final int BURSTS = 2;
    /** The cell of the ticker at each event: SluiceTicker. */
    public static final int TICKER = 3;
    /** The CPU time of the thread at each event: SluiceThreadTime. Virtual threads have none. */
    public static final int CPU = 4;

    private static final int FIRST_TABLE_LENGTH = 64;
    private static final int PLATFORM_RING_WORDS = 1_024;
    /** The lock is held for microseconds, unless its owner loses its core or dies (Thread.stop) holding it. */
    static final long LOCK_PATIENCE_NS = 1_000_000_000;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long LOCKED_BY = U.objectFieldOffset(SluiceRecording.class, "lockedBy");
    private static final long FIRST_WAIT_TIMEOUTS = U.objectFieldOffset(SluiceRecording.class, "firstWaitTimeouts");
    private static final long REFUSED_LANES = U.objectFieldOffset(SluiceRecording.class, "refusedLanes");

    SluiceKnown known;
    private final SluiceOutside outside = new SluiceOutside();
    final int clock;
    final long fullWaitNs;
    final long firstWaitNs;
    /** Whether threads get lanes; a recording for calibration has only its own. */
    private final boolean open;
    private final Thread pump;
    /** Threads of the agent are never recorded. */
    private final Class<?> agentThreads;
    /** null before JDK 21. */
    private final Class<?> virtualThreads;

    /** False: no application thread waits for anything any more. */
    volatile boolean waits = true;
    boolean isRehearsal;
    /** It has been stopped: a word that finds no room comes after its end, and is not lost. */
    volatile boolean isOver;
    /** The table while the recording is paused; null at other times. */
    volatile SluiceLane[] pausedLanes;
    /** False: a wait for the tool was in vain; no reflective call waits any more. */
    volatile boolean asksAboutReflection = true;
    /** The pump finds room for events. */
    public final SluiceProgress drains = new SluiceProgress();
    /** The tool is heard at work. */
    final SluiceProgress toolSteps = new SluiceProgress();
    /** When its results began anew, as System.nanoTime(): what was waited before is not told. Where they did not, as if long ago. */
    volatile long resultsSinceNs = System.nanoTime() - (Long.MAX_VALUE >> 1);
    /** What threads allocate in root calls is told: objects are counted. Set before the start. */
    boolean tellsAllocation;
    /** Words may tell of what is made. */
    public boolean countsObjects;
    volatile long lockedBy;
    private volatile long firstWaitTimeouts;
    volatile long refusedLanes;

    // Guarded by lockedBy:
    private SluiceLane[] table = new SluiceLane[FIRST_TABLE_LENGTH];
    /** Slots that are not null, tombstones too: at most half, so that every search finds a null. */
    private int usedSlots;
    private int liveLanes;
    /** See SluiceProbe.likely. */
    private SluiceLane likely = SluiceLane.NOBODY;
    private SluiceLane newest;
    private final SluiceSpareRings virtualRings = new SluiceSpareRings();
    final SluiceGates gates = new SluiceGates(this);
    public final SluiceWitnesses witnesses = new SluiceWitnesses(this);
    public final SluiceFoundSites foundSites = new SluiceFoundSites(this);
    public final SluiceLabels labels = new SluiceLabels(this);

    /**
     * @param clock NO_CLOCK, NANO, BURSTS, TICKER or CPU
     * @param lazy methods are instrumented by and by: threads ask at first invocations
     * @param pump the thread that drains lanes; null for a recording without one, whose threads get no lanes
     */
    public SluiceRecording(
            int clock,
            long fullWaitNs,
            long firstWaitNs,
            boolean lazy,
            Thread pump,
            Class<?> agentThreads,
            Class<?> virtualThreads) {
        this.clock = clock;
        this.fullWaitNs = fullWaitNs;
        this.firstWaitNs = firstWaitNs;
        this.pump = pump;
        this.open = pump != null;
        this.agentThreads = agentThreads;
        this.virtualThreads = virtualThreads;
        this.known = new SluiceKnown(!lazy);
    }

    // ---- the agent

    /** To be called before the start: nobody waits in it. What it finds out is for the recording that follows. */
    public void rehearse() {
        isRehearsal = true;
        waits = false;
    }

    /** To be called before the start. @param found by its rehearsal */
    public void beginWith(SluiceKnown found) {
        known = found;
    }

    /** What was found out; null if this is no rehearsal. To be called before `release`. */
    public SluiceKnown found() {
        return isRehearsal ? known.handOn() : null;
    }

    /** To be called before the start. @return false when this JVM does not tell what threads allocate */
    public boolean tellAllocation() {
        return tellsAllocation = SluiceAllocation.open();
    }

    /** From now on probes record. */
    public void start() {
        lock(Long.MAX_VALUE);
        SluiceProbe.recording = this;
        SluiceProbe.ready = known.methods();
        SluiceProbe.likely = likely;
        U.storeFence(); // who sees the lanes sees all of it
        SluiceProbe.lanes = table;
        unlock();
    }

    /** From now on probes do nothing, and nobody waits. A thread within a probe may still append one event. */
    public void stop() {
        isOver = true;
        waits = false;
        lock(Long.MAX_VALUE);
        if (SluiceProbe.recording == this) {
            SluiceProbe.lanes = null;
            SluiceProbe.likely = SluiceLane.NOBODY;
            SluiceProbe.recording = null;
            SluiceProbe.ready = SluiceKnown.NOTHING_TO_WAIT_FOR;
            SluiceProbe.outside = SluiceOutside.ALL_NOTED;
        }
        pausedLanes = null;
        unlock();
        U.fullFence();
    }

    /**
     * From now on no method is recorded that begins; one that is open tells of its end as ever, so frames stay balanced. A
     * thread within a probe may still append one event.
     */
    public void pause() {
        lock(Long.MAX_VALUE);
        if (SluiceProbe.recording == this) {
            pausedLanes = table;
            SluiceProbe.lanes = null;
            SluiceProbe.likely = SluiceLane.NOBODY;
            SluiceProbe.nextBeat(); // loops look around
        }
        unlock();
        U.fullFence();
    }

    /** Ends a pause: threads that are still within the roots they were in before are recorded again. */
    public void resume() {
        lock(Long.MAX_VALUE);
        if (SluiceProbe.recording == this) {
            SluiceProbe.likely = likely;
            U.storeFence();
            SluiceProbe.lanes = table;
        }
        pausedLanes = null;
        unlock();
    }

    public int clock() {
        return clock;
    }

    public boolean isPaused() {
        return pausedLanes != null;
    }

    /**
     * Lets go of all that takes memory, after the last pass of the pump: a method that runs for long holds its probe, which
     * is a lane, and with it this recording.
     */
    public void release() {
        lock(Long.MAX_VALUE);
        known.release();
        outside.release();
        for (SluiceLane lane : table) {
            if (lane != null) lane.dropRing();
        }
        table = new SluiceLane[1];
        likely = SluiceLane.NOBODY;
        newest = null;
        virtualRings.release();
        unlock();
    }

    /** False: full lanes drop and first invocations go on, at once and until told otherwise. */
    public void setWaits(boolean waits) {
        this.waits = waits && !isRehearsal;
    }

    /** Its results begin anew. */
    public void setResultsSince(long nowNs) {
        resultsSinceNs = nowNs;
    }

    /** The pump has looked. @param toolStepNs when the tool was last heard at work, as System.nanoTime() */
    public void look(long nowNs, long toolStepNs) {
        toolSteps.gotOn(toolStepNs);
        toolSteps.look(nowNs);
        drains.look(nowNs);
    }

    public void markReady(int method) {
        known.addMethod(method);
    }

    /** Calls of it by reflection need not wait any more. @param call an Executable, or a direct method handle */
    public void markKnownCall(Object call) {
        lock(Long.MAX_VALUE);
        known.executables().addCall(call);
        unlock();
    }

    /** Threads may get objects of it without a constructor. */
    public void markKnown(Class<?> type) {
        lock(Long.MAX_VALUE);
        known.executables().add(type);
        unlock();
    }

    /** The id of a gate at which a thread waits that is in no subgraph; 0 = none. */
    public int takeMade() {
        if (gates.isEmpty()) return 0; // a racy look; the next pass sees it
        lock(Long.MAX_VALUE);
        int gate = gates.takeMade();
        unlock();
        return gate;
    }

    /** A class of which a thread waits to get objects without a constructor; null = none. */
    public Class<?> takeAllocated() {
        if (gates.isEmpty()) return null;
        lock(Long.MAX_VALUE);
        Class<?> type = gates.takeAllocated();
        unlock();
        return type;
    }

    public long firstWaitTimeouts() {
        return firstWaitTimeouts;
    }

    /** Root calls and followed threads that could not be recorded: no memory for a lane, or the lock was not to be had for a second. */
    public long refusedLanes() {
        return refusedLanes;
    }

    /** Ids of methods that threads called which no root has called. */
    public int[] calledOutside() {
        return outside.methods();
    }

    /** The lanes made since the last call, linked by {@link #next}; null when there is none. */
    public SluiceLane takeNewLanes() {
        if (newest == null) return null; // a racy look; the next pass sees it
        lock(Long.MAX_VALUE);
        SluiceLane taken = newest;
        newest = null;
        unlock();
        return taken;
    }

    public static SluiceLane next(SluiceLane lane) {
        SluiceLane next = lane.next;
        lane.next = null;
        return next;
    }

    /** Takes a lane out whose thread has ended or has given it back. */
    public void remove(SluiceLane lane) {
        lock(Long.MAX_VALUE);
        SluiceLane[] lanes = table;
        int mask = lanes.length - 1;
        int slot = (int) lane.threadId & mask;
        while (lanes[slot] != null && lanes[slot] != lane) slot = (slot + 1) & mask;
        if (lanes[slot] == lane) { // else its thread has a new one in its place
            lanes[slot] = SluiceLane.NOBODY;
            liveLanes--;
        }
        if (likely == lane) putLikely(SluiceLane.NOBODY);
        virtualRings.give(lane.ring());
        unlock();
    }

    /** A lane for the calling thread of the agent's that the pump does not drain. */
    public SluiceLane addPrivateLane(int ringWords) {
        SluiceLane lane = newPrivateLane(clock, ringWords);
        lock(Long.MAX_VALUE);
        insert(lane);
        putLikely(lane);
        unlock();
        return lane;
    }

    /** One more, for checks while threads of the program are recorded; to no use before {@link #useForChecks}. */
    public SluiceLane newLaneForChecks(int itsClock, int ringWords) {
        return newPrivateLane(itsClock, ringWords);
    }

    /** The calling thread's lane is this one from now on. */
    public void useForChecks(SluiceLane lane) {
        lock(Long.MAX_VALUE);
        insert(lane);
        unlock();
    }

    private SluiceLane newPrivateLane(int itsClock, int ringWords) {
        Thread thread = Thread.currentThread();
        return new SluiceLane(this, thread, SluiceProbe.threadId(thread), false, itsClock, new long[ringWords]);
    }

    /**
     * The probes of the lane's thread get faster.
     * @param lane of a platform thread; not removed
     */
    public void expectMostFrom(SluiceLane lane) {
        if (likely == lane) return; // a racy look: only the caller changes it
        lock(Long.MAX_VALUE);
        putLikely(lane);
        unlock();
    }

    /** All threads find their lanes in the table. */
    public void expectNobody() {
        lock(Long.MAX_VALUE);
        putLikely(SluiceLane.NOBODY);
        unlock();
    }

    // ---- probes

    private int clockOf(boolean virtual) {
        return virtual && clock == CPU ? NO_CLOCK : clock;
    }

    /** A lane for the calling thread, which has none; NOBODY when it gets none. */
    SluiceLane openLane(Thread self) {
        return openLane(self, SluiceProbe.threadId(self), null);
    }

    /** @param starter the lane of the calling thread, which is within a call subgraph and starts the other */
    void follow(Thread child, SluiceLane starter) {
        openLane(child, starter.threadId, starter);
    }

    private SluiceLane openLane(Thread thread, long callerId, SluiceLane starter) {
        if (!open || lockedBy == callerId || agentThreads.isInstance(thread)) return SluiceLane.NOBODY;
        try {
            if (!lock(LOCK_PATIENCE_NS)) {
                U.getAndAddLong(this, REFUSED_LANES, 1);
                return SluiceLane.NOBODY;
            }
            boolean virtual = virtualThreads != null && virtualThreads.isInstance(thread);
            long id = SluiceProbe.threadId(thread);
            long[] ring = virtual ? virtualRings.take() : new long[PLATFORM_RING_WORDS];
            SluiceLane lane = new SluiceLane(this, thread, id, virtual, clockOf(virtual), ring);
            if (starter != null) SluiceFollowedStart.follow(lane, starter);
            byte[] noted = outside.begin();
            if (noted != null && SluiceProbe.recording == this) SluiceProbe.outside = noted;
            insert(lane);
            lane.next = newest;
            newest = lane;
            return lane;
        } catch (OutOfMemoryError none) {
            U.getAndAddLong(this, REFUSED_LANES, 1);
            return SluiceLane.NOBODY;
        } finally {
            // No call: it could overflow the stack and leave the lock closed.
            if (lockedBy == callerId) lockedBy = 0;
        }
    }

    /** The tool has instrumented whatever it may end in. */
    boolean isKnownCall(Object call) {
        return known.executables().containsCall(call);
    }

    boolean isKnown(Class<?> type) {
        return known.executables().contains(type);
    }

    /** False for a thread that is in the middle of a change to this recording. */
    boolean canWait(long threadId) {
        return open && lockedBy != threadId;
    }

    boolean isAgentThread(Thread thread) {
        return agentThreads.isInstance(thread);
    }

    boolean isReady(int method) {
        return known.hasMethod(method);
    }

    /** Nobody waits for this method any more. */
    void giveUp(int method) {
        known.giveUp(method);
    }

    void countFirstWaitTimeout() {
        U.getAndAddLong(this, FIRST_WAIT_TIMEOUTS, 1);
    }

    void wakePump() {
        if (pump != null) U.unpark(pump);
    }

    // ---- under the lock

    /** Puts a lane into the table, in the place of an older lane of its thread if there is one. */
    private void insert(SluiceLane lane) {
        if ((usedSlots + 1) * 2 > table.length) rebuild();
        put(table, lane);
    }

    private void putLikely(SluiceLane lane) {
        likely = lane;
        U.storeFence();
        if (SluiceProbe.recording == this && pausedLanes == null) SluiceProbe.likely = lane;
    }

    private void put(SluiceLane[] lanes, SluiceLane lane) {
        int mask = lanes.length - 1;
        int slot = (int) lane.threadId & mask;
        while (lanes[slot] != null && lanes[slot].threadId != lane.threadId) slot = (slot + 1) & mask;
        if (lanes[slot] == null) {
            usedSlots++;
            liveLanes++;
        }
        U.storeFence();
        lanes[slot] = lane;
    }

    /** A fresh table without tombstones, at most a quarter full. */
    private void rebuild() {
        int length = FIRST_TABLE_LENGTH;
        while (length < (liveLanes + 1) * 4) length *= 2;
        SluiceLane[] old = table;
        SluiceLane[] fresh = new SluiceLane[length];
        usedSlots = 0;
        liveLanes = 0;
        for (SluiceLane lane : old) {
            if (lane != null && lane != SluiceLane.NOBODY) put(fresh, lane);
        }
        table = fresh;
        U.storeFence();
        if (pausedLanes != null) pausedLanes = fresh;
        else if (SluiceProbe.recording == this) SluiceProbe.lanes = fresh;
    }

    boolean lock(long patienceNs) {
        Thread thread = Thread.currentThread();
        long threadId = SluiceProbe.threadId(thread);
        if (U.compareAndSetLong(this, LOCKED_BY, 0, threadId)) return true;
        long startNs = System.nanoTime();
        long napNs = SluicePark.FIRST_NAP_NS;
        try {
            // By naps as well: the owner allocates, and a collection that its allocation began is in no wait.
            for (long nappedNs = 0; !U.compareAndSetLong(this, LOCKED_BY, 0, threadId); ) {
                if (nappedNs > patienceNs && System.nanoTime() - startNs > patienceNs) return false;
                nappedNs += napNs < 0 ? -napNs : napNs;
                napNs = SluicePark.nap(napNs);
            }
            return true;
        } finally {
            SluicePark.restorePermit(napNs);
        }
    }

    private void unlock() {
        lockedBy = 0;
    }
}
