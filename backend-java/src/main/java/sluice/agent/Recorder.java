package sluice.agent;


/** Starts and stops recordings, one at a time. Worker only, except end and abort. */
final class Recorder {
    private static final long FLUSH_MS = 5_000;
    /** A tool that gives no room back for so long will not do it for the end of a recording either. */
    private static final long LAST_EVENTS_NS = 5_000_000_000L;

    private final Pump pump;
    private final LoadHook loadHook;
    private final ReflectedCalls reflectedCalls;
    private final ClassLoadStops classLoads;
    private final Outbox outbox;
    private final ObjectSizes sizes;
    private final Class<?> virtualThreads = virtualThreadClass();
    private volatile LaneDrain running;
    /** Followed by the recording that runs; null: none. */
    private volatile LiveObjects liveObjects;
    /** Null unless a recording by this clock runs and is not paused. */
    private volatile TickerThread ticking;
    /** Of the recording that runs; null before the first. */
    private CalibrationCheck check;
    /** What the last recording found out, if it was a rehearsal; else null. */
    private SluiceKnown found;

    Recorder(Pump pump, LoadHook loadHook, ReflectedCalls reflectedCalls, ClassLoadStops classLoads, Outbox outbox, ObjectSizes sizes) {
        this.sizes = sizes;
        this.pump = pump;
        this.outbox = outbox;
        this.loadHook = loadHook;
        this.reflectedCalls = reflectedCalls;
        this.classLoads = classLoads;
    }

    boolean isRecording() {
        return running != null;
    }

    /**
     * @param allocation objects are counted: what threads allocate in calls of roots is told, where this JVM tells it
     * @param coreWaits what threads wait for a core is told beside their events, where this system tells it
     * @param objects to be followed; null: none
     * @param rehearsal nobody waits; what it finds out, the next recording knows if it is rehearsed
     * @param rehearsed the recording before was its rehearsal
     */
    void start(
            int clock,
            long fullWaitMs,
            long firstWaitMs,
            boolean lazy,
            boolean allocation,
            boolean coreWaits,
            LiveObjects objects,
            boolean rehearsal,
            boolean rehearsed) {
        SluiceRecording recording = new SluiceRecording(
                clock,
                fullWaitMs * 1_000_000,
                firstWaitMs * 1_000_000,
                lazy,
                pump,
                AgentThread.class,
                virtualThreads);
        if (rehearsed && found != null) recording.beginWith(found);
        found = null;
        if (rehearsal) recording.rehearse();
        recording.countsObjects = allocation;
        if (allocation) recording.tellAllocation();
        sizes.begin(recording.foundSites);
        loadHook.takeTimeouts();
        reflectedCalls.forget();
        classLoads.forget();
        // By the others no time passes in such a wait.
        boolean onTheWall = clock != SluiceRecording.NO_CLOCK && clock != SluiceRecording.CPU;
        boolean tellsCoreWaits = coreWaits && onTheWall && coreWaitsAreKnown();
        LaneDrain lanes = new LaneDrain(recording, tellsCoreWaits, outbox, reflectedCalls, classLoads);
        pump.begin(lanes);
        if (objects != null) {
            pump.begin(objects);
            objects.start();
        }
        liveObjects = objects;
        running = lanes;
        check = null;
        if (clock == SluiceRecording.TICKER) startTicking(lanes);
        SluiceHandles.areKnown(); // looked for once, and not on a thread of the program
        recording.start();
    }

    private boolean coreWaitsAreKnown() {
        boolean known = CoreWaits.areKnown();
        if (!known) outbox.report(Protocol.CORE_WAITS_UNKNOWN, "");
        return known;
    }

    /**
     * Pauses the recording, lets it go on, or lets its results begin anew (flags of a MARK block); 0: nothing of it.
     * @return false when the session ends meanwhile; else all that was recorded before, and the mark, are in the event file
     */
    boolean mark(int mark) {
        LaneDrain lanes = running;
        SluiceRecording recording = lanes.recording;
        if (mark == BlockLayout.PAUSE) {
            recording.pause();
            stopTicking();
        } else if (mark == BlockLayout.RESUME && recording.clock() == SluiceRecording.TICKER) {
            startTicking(lanes);
        }
        sizes.tell();
        boolean written = true;
        long nowNs = System.nanoTime();
        if (mark == BlockLayout.RESET) recording.setResultsSince(nowNs);
        if (mark == 0) pump.flush(FLUSH_MS);
        else written = pump.mark(lanes, mark, nowNs);
        if (mark == BlockLayout.RESUME) recording.resume();
        return written;
    }

    /** CALIBRATION, of a recording that runs. */
    byte[] checkCalibration(int id) throws ProtocolException {
        if (check == null) check = new CalibrationCheck(running.recording);
        return check.answer(id);
    }

    /** Whether the recording that runs is paused. */
    boolean isPaused() {
        LaneDrain lanes = running;
        return lanes != null && lanes.recording.isPaused();
    }

    /** STOPPED, once everything recorded is in the event file; null when the session or the JVM ends meanwhile. */
    byte[] stop(int id) throws ProtocolException {
        LaneDrain lanes = takeRunning();
        if (lanes == null) return null;
        check = null;
        found = foundIn(lanes.recording);
        stopTicking();
        if (!pump.finish(lanes, LAST_EVENTS_NS, Long.MAX_VALUE)) return null;
        LiveObjects objects = liveObjects;
        liveObjects = null;
        if (objects != null && !pump.finish(objects, LAST_EVENTS_NS, Long.MAX_VALUE)) return null;
        sizes.tell();
        long loadTimeouts = loadHook.takeTimeouts();
        while (true) {
            try {
                return writeAccount(new PacketWriter(id, MessageType.STOPPED), lanes, loadTimeouts).toPacket();
            } catch (OutOfMemoryError full) {
                FullHeap.await();
            }
        }
    }

    /**
     * The JVM ends, and the recording with it: what ENDING tells of one follows the packet's first fields. Shutdown hook only.
     * @param patienceNs for the last events
     * @param mostNs for all of it
     */
    PacketWriter end(PacketWriter ending, long patienceNs, long mostNs) {
        LaneDrain lanes = takeRunning();
        TickerThread thread = ticking;
        if (thread != null) thread.ticker.stop();
        long byNs = System.nanoTime() + mostNs;
        boolean isFinished = lanes != null && pump.finish(lanes, patienceNs, mostNs);
        LiveObjects objects = liveObjects;
        if (isFinished && objects != null) pump.finish(objects, patienceNs, byNs - System.nanoTime());
        sizes.tell();
        if (isFinished) return writeAccount(ending.u8(1), lanes, loadHook.takeTimeouts());
        return new Totals().write(ending.u8(0)).i64(0).i64(0).i64(0).u32(0);
    }

    /** Stops the recording that runs, for one of those who want to; null: none runs, or somebody else does it. */
    private synchronized LaneDrain takeRunning() {
        LaneDrain lanes = running;
        running = null;
        if (lanes != null) lanes.recording.stop();
        SluiceLive.end();
        return lanes;
    }

    /** The fields that STOPPED is, and ENDING ends with. @param lanes of the recording, finished */
    private static PacketWriter writeAccount(PacketWriter to, LaneDrain lanes, long loadTimeouts) {
        int[] outside = lanes.recording.calledOutside();
        lanes.totals()
                .write(to)
                .i64(lanes.recording.firstWaitTimeouts())
                .i64(loadTimeouts)
                .i64(lanes.recording.refusedLanes())
                .u32(outside.length);
        for (int methodId : outside) to.u32(methodId);
        return to;
    }

    void markReady(int[] methodIds) {
        LaneDrain lanes = running;
        if (lanes == null) return;
        for (int methodId : methodIds) lanes.recording.markReady(methodId);
    }

    /** @param numbers of REFLECTED packets */
    void markReflected(int[] numbers) {
        LaneDrain lanes = running;
        for (int number : numbers) {
            Object subject = reflectedCalls.answered(number);
            if (lanes == null || subject == null) continue;
            if (subject instanceof Class<?>) lanes.recording.markKnown((Class<?>) subject);
            else lanes.recording.markKnownCall(subject);
        }
    }

    /** The session ends: the probes go off at once and every waiting thread goes on. */
    void abort() {
        LaneDrain lanes = running;
        if (lanes != null) lanes.recording.stop();
        SluiceLive.end();
        liveObjects = null;
        running = null;
        TickerThread thread = ticking;
        if (thread != null) thread.ticker.stop();
    }

    private void startTicking(LaneDrain lanes) {
        TickerThread thread = new TickerThread();
        ticking = thread;
        lanes.take(thread.ticker);
        thread.start();
    }

    private void stopTicking() {
        TickerThread thread = ticking;
        ticking = null;
        if (thread != null) thread.end();
    }

    private static SluiceKnown foundIn(SluiceRecording recording) {
        while (true) {
            try {
                return recording.found();
            } catch (OutOfMemoryError full) {
                FullHeap.await();
            }
        }
    }

    private static Class<?> virtualThreadClass() {
        try {
            return Class.forName("java.lang.BaseVirtualThread");
        } catch (ClassNotFoundException before21) {
            return null;
        }
    }
}
