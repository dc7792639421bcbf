package sluice.agent;

import java.lang.reflect.Executable;

/** Starts and stops recordings, one at a time. Worker only, except end and abort. */
final class Recorder {
    private static final long FLUSH_MS = 5_000;
    /** A tool that gives no room back for so long will not do it for the end of a recording either. */
    private static final long LAST_EVENTS_NS = 5_000_000_000L;

    private final Pump pump;
    private final LoadHook loadHook;
    private final ReflectedCalls reflectedCalls;
    private final Outbox outbox;
    private final Class<?> virtualThreads = virtualThreadClass();
    private volatile SluiceRecording running;
    /** Null unless a recording by this clock runs and is not paused. */
    private volatile TickerThread ticking;
    /** Of the recording that runs; null before the first. */
    private CalibrationCheck check;

    Recorder(Pump pump, LoadHook loadHook, ReflectedCalls reflectedCalls, Outbox outbox) {
        this.pump = pump;
        this.outbox = outbox;
        this.loadHook = loadHook;
        this.reflectedCalls = reflectedCalls;
    }

    boolean isRecording() {
        return running != null;
    }

    /** @param coreWaits what threads wait for a core is told beside their events, where this system tells it */
    void start(int clock, long fullWaitMs, long firstWaitMs, boolean lazy, boolean coreWaits) {
        SluiceRecording recording = new SluiceRecording(
                clock,
                fullWaitMs * 1_000_000,
                firstWaitMs * 1_000_000,
                lazy,
                pump,
                AgentThread.class,
                virtualThreads);
        loadHook.takeTimeouts();
        reflectedCalls.forget();
        // By the others no time passes in such a wait.
        boolean onTheWall = clock != SluiceRecording.NO_CLOCK && clock != SluiceRecording.CPU;
        pump.begin(recording, coreWaits && onTheWall && coreWaitsAreKnown());
        running = recording;
        check = null;
        if (clock == SluiceRecording.TICKER) startTicking();
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
        SluiceRecording recording = running;
        if (mark == BlockLayout.PAUSE) {
            recording.pause();
            stopTicking();
        } else if (mark == BlockLayout.RESUME && recording.clock() == SluiceRecording.TICKER) {
            startTicking();
        }
        boolean written = true;
        long nowNs = System.nanoTime();
        if (mark == BlockLayout.RESET) recording.setResultsSince(nowNs);
        if (mark == 0) pump.flush(FLUSH_MS);
        else written = pump.mark(mark, nowNs);
        if (mark == BlockLayout.RESUME) recording.resume();
        return written;
    }

    /** CALIBRATION, of a recording that runs. */
    byte[] checkCalibration(int id) throws ProtocolException {
        if (check == null) check = new CalibrationCheck(running);
        return check.answer(id);
    }

    /** Whether the recording that runs is paused. */
    boolean isPaused() {
        SluiceRecording recording = running;
        return recording != null && recording.isPaused();
    }

    /** STOPPED, once everything recorded is in the event file; null when the session or the JVM ends meanwhile. */
    byte[] stop(int id) throws ProtocolException {
        SluiceRecording recording = takeRunning();
        if (recording == null) return null;
        check = null;
        stopTicking();
        Totals totals = pump.finish(LAST_EVENTS_NS, Long.MAX_VALUE);
        if (totals == null) return null;
        long loadTimeouts = loadHook.takeTimeouts();
        while (true) {
            try {
                return writeAccount(new PacketWriter(id, MessageType.STOPPED), totals, recording, loadTimeouts).toPacket();
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
        SluiceRecording recording = takeRunning();
        TickerThread thread = ticking;
        if (thread != null) thread.ticker.stop();
        Totals totals = recording == null ? null : pump.finish(patienceNs, mostNs);
        if (totals == null) return writeAccount(ending.u8(0), new Totals(), null, 0);
        return writeAccount(ending.u8(1), totals, recording, loadHook.takeTimeouts());
    }

    /** Stops the recording that runs, for one of those who want to; null: none runs, or somebody else does it. */
    private synchronized SluiceRecording takeRunning() {
        SluiceRecording recording = running;
        running = null;
        if (recording != null) recording.stop();
        return recording;
    }

    /** The fields that STOPPED is, and ENDING ends with. @param recording null = none */
    private static PacketWriter writeAccount(PacketWriter to, Totals totals, SluiceRecording recording, long loadTimeouts) {
        return totals.write(to)
                .i64(recording == null ? 0 : recording.firstWaitTimeouts())
                .i64(loadTimeouts)
                .i64(recording == null ? 0 : recording.refusedLanes());
    }

    void markReady(int[] methodIds) {
        SluiceRecording recording = running;
        if (recording == null) return;
        for (int methodId : methodIds) recording.markReady(methodId);
    }

    /** @param numbers of REFLECTED packets */
    void markReflected(int[] numbers) {
        SluiceRecording recording = running;
        for (int number : numbers) {
            Object subject = reflectedCalls.answered(number);
            if (recording == null || subject == null) continue;
            if (subject instanceof Class<?>) recording.markKnown((Class<?>) subject);
            else recording.markKnown((Executable) subject);
        }
    }

    /** The session ends: the probes go off at once and every waiting thread goes on. */
    void abort() {
        SluiceRecording recording = running;
        if (recording != null) recording.stop();
        running = null;
        TickerThread thread = ticking;
        if (thread != null) thread.ticker.stop();
    }

    private void startTicking() {
        TickerThread thread = new TickerThread();
        ticking = thread;
        pump.take(thread.ticker);
        thread.start();
    }

    private void stopTicking() {
        TickerThread thread = ticking;
        ticking = null;
        if (thread != null) thread.end();
    }

    private static Class<?> virtualThreadClass() {
        try {
            return Class.forName("java.lang.BaseVirtualThread");
        } catch (ClassNotFoundException before21) {
            return null;
        }
    }
}
