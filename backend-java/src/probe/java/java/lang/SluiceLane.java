package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Contended;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The events of one thread: a ring of words with one writer, the thread, and one reader, the agent's pump.
 *
 * <pre>
 *      drained              position          roomEnd = drained + ring.length, as the owner saw drained last
 *         |  words to read     |  free           |
 *     ----+--------------------+-----------------+----   word n is ring[n mod ring.length]
 *                                       limit: where the owner has to look around; not behind roomEnd
 * </pre>
 *
 * The owner stores a word, then the position with release; the pump reads the position with acquire, copies, then
 * stores drained with release. Neither ever writes what the other writes, and padding keeps lanes of two threads off
 * each other's cache lines. A full ring makes the owner wait for the pump, which then replaces it by a longer one: SluiceRoom.
 */
@Contended
public final class SluiceLane extends SluiceProbe {
    /** The clock of a lane for calibration: as between two bursts. */
    public static final int PAUSED = -1;
    /** Of `reads`: nothing is timed, now or later. */
    private static final int UNTIMED = -2;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long POSITION = U.objectFieldOffset(SluiceLane.class, "position");
    private static final long DRAINED = U.objectFieldOffset(SluiceLane.class, "drained");

    /** Of no thread and no recording: what is not recorded has it for a probe, and stands in a table where a lane was. */
    static final SluiceLane NOBODY = new SluiceLane(null, null, -1, false, PAUSED, new long[1]);
    /** The same as a probe: SluiceProbe is verified when SluiceLane is not there yet, and could not know that it is one. */
    static final SluiceProbe NO_PROBE = NOBODY;

    static {
        SluiceProbe.likely = NOBODY;
    }

    /** -1 in NOBODY. */
    public final long threadId;
    public final Thread thread;
    public final boolean virtual;
    private final SluiceRecording recording;
    public final SluiceLateness lateness = new SluiceLateness();
    public final SluiceFirstCalls firstCalls;
    private final int clock;
    /** Null where the clock is read at each event, or never. */
    private final SluiceBursts bursts;
    /** What an event reads now: UNTIMED, NO_CLOCK in a pause of bursts, NANO, TICKER or CPU; owner only. In the lane, as all that an event needs: a static takes as long to read. */
    private int reads;
    private long position;
    /** Written by the pump only while the owner waits for room, and when the recording is over. */
    private long[] ring;
    /** The last wait for room was in vain: drop, and do not wait again before there is room. */
    private boolean gaveUp;
    /** All before this position may be written: drained + ring.length, as the owner saw drained last. */
    private long roomEnd;
    /** Waits not yet told in an ADJUST word. */
    private long owedNs;
    /** Clock cpu: the last time read, and the one when recording was suspended. */
    private long cpuNs, suspendedCpuNs;

    private volatile long droppedEvents;
    private volatile long waitedNs;
    private final SluiceRoom room = new SluiceRoom();
    public final SluiceOwnership ownership = new SluiceOwnership();

    @Contended("pump")
    private long drained;

    // Rarely touched: beside what the pump writes, and not among the fields that the owner needs at each event.
    @Contended("pump") // threads that the owner has begun to start within a subgraph
    volatile int starts;
    @Contended("pump") // of the thread, within a subgraph; null once that is over, and for all other lanes
    SluiceFollowedStart start;

    /** Links the lanes that the pump has not seen yet. Guarded by the recording's lock. */
    SluiceLane next;

    SluiceLane(SluiceRecording recording, Thread thread, long threadId, boolean virtual, int clock, long[] ring) {
        this.recording = recording;
        this.thread = thread;
        this.threadId = threadId;
        this.virtual = virtual;
        this.tellsAllocation = recording != null && recording.tellsAllocation && !virtual;
        this.ring = ring;
        this.firstCalls = new SluiceFirstCalls(recording, this);
        this.clock = clock;
        this.reads = readsFirst(clock);
        this.tellsExits = leastTold();
        this.bursts = clock == SluiceRecording.BURSTS ? new SluiceBursts(threadId) : null;
        this.roomEnd = ring.length;
    }

    private static int readsFirst(int clock) {
        if (clock == PAUSED) return SluiceRecording.NO_CLOCK;
        return clock == SluiceRecording.NO_CLOCK ? UNTIMED : clock == SluiceRecording.BURSTS ? SluiceRecording.NANO : clock;
    }

    /** Where no constructor has begun, and nothing is lost. */
    private int leastTold() {
        return reads == UNTIMED ? 0 : ALWAYS;
    }

    // ---- the owner: probes

    // Each appends its event as the very last thing that could fail: a StackOverflowError on the way leaves nothing recorded.

    /**
     * The clock is read before the test for a wait, since a clock read would wait for the loads of the test, and again
     * after a wait, which is outside of the method.
     */
    SluiceProbe recordEntry(int id) {
        int method = id & SluiceProbe.ID_MASK;
        if (reads == UNTIMED) return recordUntimedEntry(method);
        long time = now();
        if (SluiceFirstCalls.mustWait(method)) {
            firstCalls.awaitReady(method);
            time = now();
        }
        append(time | method);
        return this;
    }

    private SluiceProbe recordUntimedEntry(int method) {
        if (SluiceFirstCalls.mustWait(method)) firstCalls.awaitReady(method);
        appendBehindEnded(method, SluiceProbe.TIME_SHIFT);
        return this;
    }

    /** No clock: the time of the method is its caller's. */
    void recordCount(int id) {
        long word = (long) (id & Integer.MAX_VALUE) << SluiceProbe.TIME_SHIFT | SluiceWord.COUNTED_ID;
        if (ended == 0) append(word);
        else if (ended >>> SluiceWord.ENDED_BITS == 0) appendBehindEnded(word, SluiceWord.ENDED_SHIFT);
        else appendTold(word);
    }

    /** @param shift of the number of frames that have ended before it, in the word */
    @ForceInline
    private void appendBehindEnded(long word, int shift) {
        if (position >= limit) {
            appendSlowly(word); // tells them in a word of their own
        } else {
            publish(ended << shift | word);
            ended = 0;
        }
    }

    /** A word that has no room for them. */
    private void appendTold(long word) {
        if (ended != 0) tellEnded();
        append(word);
    }

    @DontInline
    private void tellEnded() {
        if (position < limit) publishEnded(); // else appendSlowly does
    }

    private void publishEnded() {
        publish(ended << SluiceProbe.TIME_SHIFT | SluiceWord.idOfEnded(ended));
        ended = 0;
    }

    /** The clock is read first: what comes after is outside of the method. Longer than the 35 bytes that C1 copies into its callers. */
    @Override
    public void exit(int id) {
        if (this == NOBODY) return;
        if (reads == UNTIMED) {
            endUntimed(id);
            return;
        }
        long time = now();
        if (recording == SluiceProbe.recording) append(time | SluiceProbe.EXIT_BIT | id & SluiceProbe.ID_MASK);
    }

    private void endUntimed(int id) {
        if (recording != SluiceProbe.recording) return;
        if (tellsExits == 0) endUntold(1);
        else appendTold(SluiceProbe.EXIT_BIT | id & SluiceProbe.ID_MASK);
    }

    /** In a pause, where bytecodes do not count, it is a word, which comes then. */
    @Override
    void exitCounted(int id, long executed) {
        if (recording != SluiceProbe.recording) return;
        if (tellsExits == 0 && SluiceProbe.lanes != null && endCounted(executed)) return;
        appendTold(executed << SluiceProbe.TIME_SHIFT | SluiceProbe.EXIT_BIT | id & SluiceProbe.ID_MASK);
    }

    @Override
    void tell(long word) {
        if (recording == SluiceProbe.recording) appendTold(word);
    }

    SluiceProbe recordRootEntry(int id) {
        int method = id & SluiceProbe.ID_MASK;
        if (SluiceFirstCalls.mustWait(method)) firstCalls.awaitReady(method);
        int openRoots = depth;
        if (openRoots == 0) appendRootIn();
        appendTold(now() | method);
        depth = openRoots + 1;
        if (openRoots == 0) recorded = thread;
        return this;
    }

    @Override
    long position() {
        return position;
    }

    @Override
    void leave(int id, int waiting, int roots) {
        if (tellsExits != 0 || roots > 0) {
            leaveAt(now(), id, waiting, roots);
        } else if (recording == SluiceProbe.recording) {
            endWaiting();
            endUntold(1 + waiting);
        }
    }

    @Override
    void leaveCounted(long executed, int id, int waiting, int roots) {
        leaveAt((executed & LOOP_MASK) << SluiceProbe.TIME_SHIFT, id, waiting, roots);
    }

    /** Nothing that could fail stands behind the word of the exit. @param time field of its word */
    private void leaveAt(long time, int id, int waiting, int roots) {
        if (recording != SluiceProbe.recording) return;
        endWaiting();
        int openRoots = depth - roots;
        if (roots > 0 && openRoots == 0 && clockPauses() && bursts.timesRootExit()) append(SluiceWord.ofTime(System.nanoTime()));
        if (roots > 0 && openRoots == 0 && tellsAllocation) appendTold(SluiceWord.ofAllocation(SluiceAllocation.nowBytes() - allocatedBytes));
        appendTold(time | SluiceProbe.EXIT_BIT | id & SluiceProbe.ID_MASK);
        if (waiting > 0 && !gaveUp) {
            missedExits += waiting;
            limit = 0;
        }
        if (roots == 0) return;
        depth = openRoots;
        if (openRoots > 0) return;
        recorded = null;
        if (virtual) ownership.state = SluiceOwnership.RELEASED;
    }

    private void appendRootIn() {
        if (tellsAllocation) allocatedBytes = SluiceAllocation.nowBytes();
        tellsExits = leastTold();
        appendTold(SluiceWord.ROOT_IN | (long) label << SluiceProbe.TIME_SHIFT);
        if (clockPauses() && bursts.timesRootEntry(position)) append(SluiceWord.ofTime(System.nanoTime()));
    }

    private boolean clockPauses() {
        return bursts != null && reads == SluiceRecording.NO_CLOCK;
    }

    /** @return false when this lane is the pump's: the thread needs a new one */
    @ForceInline
    boolean ownedForRoot() {
        return !virtual || depth != 0 || ownership.reclaim();
    }

    /** To be called on its thread, or while that does not run. */
    public void leaveGraph() {
        if (this == NOBODY) return;
        depth = 0;
        recorded = null;
    }

    void suspendRecording() {
        if (clock == SluiceRecording.CPU) suspendedCpuNs = SluiceThreadTime.nowNs(); // a call: it could overflow the stack
        depth = ~depth;
        recorded = null;
    }

    void resumeRecording() {
        depth = ~depth;
        if (depth > 0) recorded = thread;
    }

    /** The thread spent this time for Sluice since its previous event, and since recording was suspended: tells it within a subgraph. */
    void adjust(long durationNs) {
        noteWait(durationNs);
        if (depth > 0 && clock != SluiceRecording.NO_CLOCK) append(SluiceWord.ofDuration(byItsClock(durationNs), SluiceWord.ADJUST_ID));
    }

    private void noteWait(long durationNs) {
        long sinceNs = System.nanoTime() - recording.resultsSinceNs;
        waitedNs += durationNs < sinceNs ? durationNs : sinceNs;
    }

    /** How much of a wait that began as recording was suspended the lane's clock has seen. */
    private long byItsClock(long durationNs) {
        return clock == SluiceRecording.CPU ? SluiceThreadTime.nowNs() - suspendedCpuNs : durationNs;
    }

    @ForceInline
    private long now() {
        if (reads == SluiceRecording.NANO) return System.nanoTime() << SluiceProbe.TIME_SHIFT;
        if (reads == SluiceRecording.TICKER) return SluiceTicker.nowNs() << SluiceProbe.TIME_SHIFT;
        return reads == SluiceRecording.CPU ? cpuNow() : 0;
    }

    @DontInline
    private long cpuNow() {
        return (cpuNs = SluiceThreadTime.nowNs()) << SluiceProbe.TIME_SHIFT;
    }

    @ForceInline
    private void append(long word) {
        if (position >= limit) appendSlowly(word);
        else publish(word);
    }

    @ForceInline
    private void publish(long word) {
        long at = position;
        long[] words = ring;
        words[(int) at & (words.length - 1)] = word;
        U.putLongRelease(this, POSITION, at + 1);
    }

    /**
     * Finds that there is room after all, or waits for it, or drops the word and counts it; tells before it what is to be told,
     * and turns the clock of bursts.
     */
    @DontInline
    private void appendSlowly(long word) {
        if (recording.isOver) return; // and so are all words after this one
        if (position == 0 && !virtual) lateness.begin(); // limit is 0: the first word comes here
        refreshRoom();
        long waited = 0;
        if (lacksRoom() && !gaveUp && recording.fullWaitNs > 0 && recording.waits) {
            waited = waitForRoom();
        }
        if (lacksRoom()) {
            if (recording.isOver) return;
            gaveUp = true;
            owedNs += waited;
            missedExits = 0; // after a loss the reader forgets which frames are open
            ended = 0;
            if (tellsExits != ALWAYS) tellsExits++; // an exit of one that it knows must say so
            droppedEvents++;
            return;
        }
        gaveUp = false;
        if (ended != 0) publishEnded();
        if (missedExits > 0) {
            publish((long) missedExits << SluiceProbe.TIME_SHIFT | SluiceWord.MISSED_EXITS_ID);
            missedExits = 0;
        }
        payOwed(); // waits before this word
        int turn = bursts == null ? SluiceBursts.NO_TURN : turnOfClock(word);
        long at = position;
        long[] words = ring;
        if (turn != SluiceBursts.NO_TURN) words[(int) at++ & words.length - 1] = (long) turn << SluiceProbe.TIME_SHIFT | SluiceWord.TURN_ID;
        words[(int) at++ & words.length - 1] = word;
        U.putLongRelease(this, POSITION, at);
        // Nothing that could fail from here on: the word is recorded, with its turn. This wait was after it, for its time was
        // taken before: it is told before the next one.
        if (turn != SluiceBursts.NO_TURN) reads = turn != SluiceBursts.PAUSE ? SluiceRecording.NANO : SluiceRecording.NO_CLOCK;
        limit = roomEnd;
        if (bursts != null && bursts.lookAt() < roomEnd) limit = bursts.lookAt();
        if (waited > 0) {
            owedNs += waited;
            limit = 0;
        }
    }

    /** Tells a halt within the subgraph. @return see SluiceBursts.turn; NO_TURN where the word is of no method, or there is no room */
    private int turnOfClock(long word) {
        long id = word & SluiceProbe.ID_MASK;
        boolean ofMethod = id >= SluiceWord.FIRST_METHOD_ID;
        if (!ofMethod && id != SluiceWord.TIME_ID || roomEnd - position < 3) return SluiceBursts.NO_TURN;
        boolean running = reads != SluiceRecording.NO_CLOCK;
        long haltNs = running || depth == 0 ? 0 : bursts.haltNs(position);
        if (haltNs > 0) publish(SluiceWord.ofDuration(haltNs, SluiceWord.HALT_ID));
        return ofMethod ? bursts.turn(position, running, word >>> SluiceProbe.TIME_SHIFT) : SluiceBursts.NO_TURN;
    }

    private boolean lacksRoom() {
        return position + 1 + (missedExits > 0 ? 1 : 0) + (ended != 0 ? 1 : 0) > roomEnd;
    }

    private void payOwed() {
        if (owedNs == 0 || roomEnd - position < 2) return;
        if (clock != SluiceRecording.NO_CLOCK) publish(SluiceWord.ofDuration(owedNs, SluiceWord.ADJUST_ID));
        owedNs = 0;
    }

    private void refreshRoom() {
        roomEnd = U.getLongAcquire(this, DRAINED) + ring.length;
    }

    /**
     * Waits until there is room, or nothing at all has moved for fullWaitNs.
     * @return the time that it took by the lane's clock, ns; whether there is room now is in position and roomEnd
     */
    private long waitForRoom() {
        long startNs = System.nanoTime();
        int openRoots = depth;
        room.napNs = SluicePark.FIRST_NAP_NS;
        try {
            suspendRecording();
            room.await(recording, lateness, startNs);
        } finally {
            depth = openRoots; // before any call, which could overflow the stack
            // Left by an overflow: while the pump makes room it owns the ring. No call, so no nap either.
            while (room.state != SluiceRoom.NOT_WANTED && recording.waits) {}
            SluicePark.restorePermit(room.napNs);
        }
        if (depth > 0) recorded = thread;
        refreshRoom();
        long waited = System.nanoTime() - startNs;
        noteWait(waited);
        return byItsClock(waited);
    }

    // ---- the pump

    /**
     * Words have become rare: a clock that pauses is to run again.
     * @param at a position of the lane that the pump has seen, first at sinceNs, as System.nanoTime()
     */
    public void endPause(long at, long sinceNs) {
        if (!clockPauses()) return; // a racy look; it comes again
        bursts.endPause(at, sinceNs);
        limit = 0; // the owner may overwrite it: the same
    }

    /** One of SluiceRecording's, or PAUSED: NO_CLOCK where the recording's has no time of the thread. */
    public int clock() {
        return clock;
    }

    /** Not earlier than any word before a position that was read, ns. @param nowNs System.nanoTime() after that */
    public long clockNs(long nowNs) {
        return clock == SluiceRecording.CPU ? cpuNs : nowNs;
    }

    /** Events that found no room and are lost. */
    public long droppedEvents() {
        return droppedEvents;
    }

    /** What the thread has spent waiting for Sluice; of a wait that lasts over the beginning of new results, what is after it. */
    public long waitedNs() {
        return waitedNs;
    }

    /** Words ever appended; all before this position may be read. */
    public long positionAcquire() {
        return U.getLongAcquire(this, POSITION);
    }

    public long drained() {
        return drained;
    }

    public long[] ring() {
        return ring;
    }

    /** Words before this position have been copied: the owner may overwrite them. */
    public void drainedRelease(long drainedTo) {
        U.putLongRelease(this, DRAINED, drainedTo);
    }

    /** After draining: if the owner waits for room, lets it go on, with a longer ring if this one is empty. */
    public void makeRoom() {
        if (!room.isWanted()) return;
        // It filled up after it was drained: there is no room yet, the next pass makes some.
        if (position - drained == ring.length) return;
        if (!room.take()) return;
        try {
            if (drained == position) ring = SluiceRing.longer(ring, this == SluiceProbe.likely);
        } catch (OutOfMemoryError full) {
            // The old ring is empty: it will do.
        } finally {
            room.done();
        }
    }

    /** Nobody reads it any more. Its owner may be in the middle of a word: it has this ring or that one, and both will do. */
    void dropRing() {
        ring = NOBODY.ring;
    }

    // ---- followed threads; calibration: the lane of a thread that plays a call subgraph

    /** As if the thread were within a root. */
    public void enterGraph() {
        depth = 1;
        recorded = thread;
    }
}
