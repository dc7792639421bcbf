package sluice.agent;

import java.lang.instrument.Instrumentation;

/**
 * One attachment, from the proof to the last trace removed. Its threads:
 *
 * <pre>
 *     control   reads packets: answers go to who waits for them, commands to the worker
 *     worker    executes commands; at the end, tidies up
 *     outbox    writes packets
 *     pump      empties lanes into the event file; watches the tool
 * </pre>
 *
 * Any of them may find that the session is over ({@link #end}): from then on nobody waits for the tool. Restoring
 * the classes is the worker's, after the command that it is in ({@link #cleanUp}).
 */
final class Session implements SessionEnd {
    private static final long FLUSH_MS = 200;
    private static final long DETACHED_FLUSH_MS = 2_000;
    /** The tool closes the connection when it has read DETACHED. */
    private static final long DETACHED_READ_MS = 500;
    private static final long JOIN_MS = 1_000;
    /** What a tool delays the end of the JVM by at most: what the last events leave of it is for packets, and the answer to the last. */
    private static final long LAST_WORDS_MS = 140;
    static final long LAST_EVENTS_MS = 110;
    /** On a machine without a core for the pump: it is waited for, as the tool is not, for its account makes the recording whole. */
    static final long NO_CORE_MS = 2_000;
    /** A hook of another tool's that waits for the others as well must not hold the end of the JVM up for ever. */
    private static final long HOOKS_MS = 10_000;
    /** The program starts without the tool when that has got nowhere for so long, or after so long all in all. */
    private static final long START_IDLE_MS = 30_000;
    private static final long LONGEST_START_MS = 300_000;

    private final Instrumentation instrumentation;
    private final Transport transport;
    private final EventFile eventFile;
    private final Startup startup = new Startup();
    private final Outbox outbox;
    private final Questions questions;
    private final LoadHook loadHook;
    private final HotSwap hotSwap;
    private final ToolWatch toolWatch;
    private final TransformerOrder transformers;
    private final Pump pump;
    private final Recorder recorder;
    private final Regions regions;
    private final Worker worker;
    private final ControlReader reader;
    private final ShutdownHook shutdownHook;
    private ProgramHooks programHooks;
    /** Worker only. */
    private boolean fileReleased;
    private volatile boolean ending;
    /** All of `end` is done. */
    private volatile boolean ended;
    /** From before DETACHED is sent: who reads it may attach again at once. */
    private volatile boolean leaving;
    private volatile String endReason = "";

    Session(Instrumentation instrumentation, Transport transport, EventFile eventFile) {
        this.instrumentation = instrumentation;
        this.transport = transport;
        this.eventFile = eventFile;
        outbox = new Outbox(transport);
        questions = new Questions(outbox);
        ClassRegistry registry = new ClassRegistry();
        InstrumentedClasses instrumented = new InstrumentedClasses();
        ClassLoadStops classLoads = new ClassLoadStops();
        StrictLoaders strictLoaders = new StrictLoaders(registry);
        loadHook =
                new LoadHook(instrumentation, registry, questions, outbox, instrumented, classLoads, strictLoaders);
        ClassCapture capture = new ClassCapture(instrumentation, registry);
        hotSwap = new HotSwap(instrumentation, registry, questions, instrumented, strictLoaders, loadHook, outbox, capture);
        transformers = new TransformerOrder(instrumentation, new SluiceTransformer(loadHook, hotSwap, capture), outbox);
        toolWatch = new ToolWatch(this, questions, hotSwap);
        ReflectedCalls reflectedCalls = new ReflectedCalls(registry, outbox);
        pump = new Pump(this, eventFile, outbox, toolWatch);
        ObjectSizes sizes = new ObjectSizes(instrumentation, outbox);
        recorder = new Recorder(pump, loadHook, reflectedCalls, classLoads, outbox, sizes);
        regions = new Regions(pump);
        Commands commands =
                new Commands(instrumentation, registry, loadHook, hotSwap, capture, recorder, regions, startup, outbox);
        worker = new Worker(this, commands, outbox);
        reader = new ControlReader(this, transport, questions, outbox, worker, toolWatch, sizes);
        shutdownHook = new ShutdownHook(this);
    }

    void start() {
        Runtime.getRuntime().addShutdownHook(shutdownHook);
        programHooks = ProgramHooks.besides(shutdownHook);
        transformers.begin();
        outbox.start();
        pump.start();
        worker.start();
        reader.start();
    }

    /** Instead of start: the tool has gone before it was believed. */
    void abandon() {
        eventFile.unmap();
        Attachment.over(this);
    }

    /**
     * The session is over; idempotent, for any thread. Application threads that wait go on at once; the rest is the
     * worker's.
     */
    @Override
    public void end(String reason) {
        synchronized (this) {
            if (!ending) endReason = reason;
            else if (ended) return;
            ending = true;
        }
        while (!ended) {
            try {
                letGo();
                ended = true;
            } catch (OutOfMemoryError full) {
                FullHeap.await();
            }
        }
    }

    /** Each step may be done twice, by two threads at a time. */
    private void letGo() {
        loadHook.turnOff();
        questions.close();
        recorder.abort();
        regions.abort();
        worker.end();
        startup.resume();
        outbox.flush(FLUSH_MS);
        transport.close();
    }

    /** It is over, or about to be. */
    boolean isEnding() {
        return ending || leaving;
    }

    /**
     * Holds premain back while the tool gets on. To read and rewrite all core classes takes it a minute on a busy machine.
     * @return null when the tool let the program start, else why it starts without the tool
     */
    String awaitResume() {
        long startNs = System.nanoTime();
        boolean resumed = startup.await(this::startProgressNs, START_IDLE_MS, LONGEST_START_MS);
        if (ending) return endReason;
        if (resumed) return null;
        return "the tool did not let it start within " + (System.nanoTime() - startNs) / 1_000_000_000 + " seconds";
    }

    private long startProgressNs() {
        return hotSwap.isAtWork() ? System.nanoTime() : toolWatch.lastStepNs();
    }

    /**
     * DETACHED says that nothing is mapped any more: the pump ends before it is sent. The tool is the first to close: a PING that
     * it sends into a closed connection would break that before it has read DETACHED.
     */
    void finishDetach(byte[] detached) {
        releaseFile();
        leaving = true;
        outbox.offer(detached);
        outbox.flush(DETACHED_FLUSH_MS);
        reader.joinFor(DETACHED_READ_MS);
        end("detached");
    }

    /** The worker's last act: leaves the JVM as it was found. */
    void cleanUp() {
        while (true) {
            try {
                tidyUp();
                return;
            } catch (OutOfMemoryError full) {
                FullHeap.await();
            }
        }
    }

    /** Each step may be done twice. */
    private void tidyUp() {
        end("the worker ended");
        restoreAll();
        transformers.end();
        releaseFile();
        outbox.close();
        outbox.joinFor(JOIN_MS);
        reader.joinFor(JOIN_MS);
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException jvmIsEnding) {
            // it is running
        }
        Attachment.over(this);
    }

    /** A class that the JVM had no memory to swap is tried again; one that it refuses otherwise stays as it is. */
    private void restoreAll() {
        while (true) {
            try {
                hotSwap.restoreAll();
                if (!hotSwap.ranOutOfMemory()) return;
            } catch (OutOfMemoryError full) {
                // again
            } catch (Throwable impossible) {
                return; // the probes are off, and the rest must still be cleaned up
            }
            FullHeap.await();
        }
    }

    /**
     * The JVM ends: the program's own hooks are recorded like all else. Then what was recorded is delivered if that goes quickly,
     * and nobody waits for the tool any more.
     * @param cause a clause; "": it is not known
     */
    void jvmIsEnding(String cause) {
        int runningHooks = programHooks.await(HOOKS_MS, this::isEnding);
        if (isEnding()) return;
        long startNs = System.nanoTime();
        PacketWriter lastWords = new PacketWriter(Protocol.NO_ANSWER, MessageType.ENDING)
                .utf("the JVM is shutting down" + (cause.isEmpty() ? "" : ": " + cause))
                .u32(runningHooks);
        recorder.end(lastWords, LAST_EVENTS_MS * 1_000_000, NO_CORE_MS * 1_000_000);
        loadHook.turnOff();
        questions.close();
        long elapsedMs = (System.nanoTime() - startNs) / 1_000_000;
        pump.flush(Math.max(LAST_EVENTS_MS - elapsedMs, LAST_WORDS_MS - LAST_EVENTS_MS)); // passes of regions
        reader.leaveNative();
        long latestNs = System.nanoTime() + (LAST_WORDS_MS - LAST_EVENTS_MS) * 1_000_000;
        long deadlineNs = Math.max(startNs + LAST_WORDS_MS * 1_000_000, latestNs);
        outbox.offer(lastWords);
        outbox.flush((deadlineNs - System.nanoTime()) / 1_000_000);
        reader.expectHangUp(deadlineNs);
    }

    private void releaseFile() {
        if (fileReleased) return;
        pump.end();
        while (pump.isAlive()) pump.joinFor(JOIN_MS); // it touches the file until it has ended
        fileReleased = true;
        eventFile.unmap();
    }
}
