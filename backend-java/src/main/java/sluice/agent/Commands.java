package sluice.agent;

import java.lang.instrument.Instrumentation;

/** What the tool can ask for: shared/wire/README.md, "Commands". Worker only. */
final class Commands {
    private static final int MAX_WAIT_MS = 60_000;

    private final Instrumentation instrumentation;
    private final ClassRegistry registry;
    private final LoadHook loadHook;
    private final HotSwap hotSwap;
    private final ClassCapture capture;
    private final Recorder recorder;
    private final Regions regions;
    private final Startup startup;
    private final Outbox outbox;

    Commands(
            Instrumentation instrumentation,
            ClassRegistry registry,
            LoadHook loadHook,
            HotSwap hotSwap,
            ClassCapture capture,
            Recorder recorder,
            Regions regions,
            Startup startup,
            Outbox outbox) {
        this.instrumentation = instrumentation;
        this.registry = registry;
        this.loadHook = loadHook;
        this.hotSwap = hotSwap;
        this.capture = capture;
        this.recorder = recorder;
        this.regions = regions;
        this.startup = startup;
        this.outbox = outbox;
    }

    /**
     * Whether a packet of this type is a command at all: asked of its head, so before there is anything to execute. A table of
     * objects would name each once, and be a class for each in the target; GoldenTest holds both switches against the tool's list.
     */
    static boolean isCommand(int type) {
        switch (type) {
            case MessageType.LIST_CLASSES:
            case MessageType.GET_CLASS_BYTES:
            case MessageType.SET_LOAD_HOOK:
            case MessageType.RETRANSFORM:
            case MessageType.MARK_READY:
            case MessageType.MARK_REFLECTED:
            case MessageType.MARK_RECORDING:
            case MessageType.START_RECORDING:
            case MessageType.STOP_RECORDING:
            case MessageType.CALIBRATE:
            case MessageType.CHECK_CALIBRATION:
            case MessageType.RESUME_STARTUP:
            case MessageType.DETACH:
            case MessageType.FIND_CLASS_FILE:
            case MessageType.START_REGION:
            case MessageType.STOP_REGION:
            case MessageType.CALIBRATE_REGION:
                return true;
            default:
                return false;
        }
    }

    /** @return the answer; null when there is none since the session ends */
    byte[] execute(Packet command) throws ProtocolException, CommandFailure {
        PacketReader fields = command.fields();
        switch (command.type) {
            case MessageType.LIST_CLASSES:
                fields.end();
                return new ClassLister(instrumentation, registry).answer(command.id);
            case MessageType.GET_CLASS_BYTES:
                return getClassBytes(command.id, fields);
            case MessageType.FIND_CLASS_FILE:
                return findClassFile(command.id, fields);
            case MessageType.SET_LOAD_HOOK:
                return setLoadHook(command.id, fields);
            case MessageType.RETRANSFORM:
                return retransform(command.id, fields);
            case MessageType.MARK_READY:
                return markReady(command.id, fields);
            case MessageType.MARK_REFLECTED:
                return markReflected(command.id, fields);
            case MessageType.MARK_RECORDING:
                return markRecording(command.id, fields);
            case MessageType.START_RECORDING:
                return startRecording(command.id, fields);
            case MessageType.STOP_RECORDING:
                fields.end();
                return stopRecording(command.id);
            case MessageType.CALIBRATE:
                return calibrate(command.id, fields);
            case MessageType.START_REGION:
                fields.end();
                return regions.start(command.id);
            case MessageType.STOP_REGION:
                return stopRegion(command.id, fields);
            case MessageType.CHECK_CALIBRATION:
                fields.end();
                return checkCalibration(command.id);
            case MessageType.CALIBRATE_REGION:
                fields.end();
                return RegionCalibrator.answer(command.id);
            case MessageType.RESUME_STARTUP:
                fields.end();
                startup.resume();
                return done(command.id);
            case MessageType.DETACH:
                fields.end();
                return detach(command.id);
            default:
                throw new ProtocolException("packet of type " + command.type + " is no command");
        }
    }

    static byte[] done(int id) throws ProtocolException {
        return new PacketWriter(id, MessageType.DONE, 0).toPacket();
    }

    private byte[] getClassBytes(int id, PacketReader fields) throws ProtocolException {
        int[] classIds = fields.u32Array("classIds");
        fields.end();
        return capture.answer(id, classIds);
    }

    private static byte[] findClassFile(int id, PacketReader fields) throws ProtocolException {
        String name = fields.utf("name");
        fields.end();
        return new PacketWriter(id, MessageType.CLASS_FILE).blob(ClassFileFinder.find(name)).toPacket();
    }

    private byte[] setLoadHook(int id, PacketReader fields) throws ProtocolException, CommandFailure {
        boolean on = flag(fields, "load hook mode");
        int deadlineMs = fields.u32("deadlineMs");
        int tellCore = fields.u8("tellCore");
        String[] tellPrefixes = fields.utfArray("tellPrefixes");
        String[] askModules = fields.utfArray("askModules");
        String[] askPrefixes = fields.utfArray("askPrefixes");
        fields.end();
        checkWait("deadlineMs", deadlineMs);
        if (!on) loadHook.turnOff();
        else loadHook.turnOn(new LoadHook.Settings(deadlineMs, tellCore != 0, tellPrefixes, askModules, askPrefixes));
        return done(id);
    }

    private byte[] retransform(int id, PacketReader fields) throws ProtocolException, CommandFailure {
        int[] classIds = fields.u32Array("classIds");
        int retryMs = fields.u32("retryMs");
        boolean restore = flag(fields, "restore");
        PreparedCode prepared = new PreparedCode(fields);
        fields.end();
        if (classIds.length > Protocol.MAX_SWAP_CLASSES) {
            throw new CommandFailure(Protocol.FAILED_ARGUMENT,
                    classIds.length + " classes at once; at most " + Protocol.MAX_SWAP_CLASSES + " are allowed");
        }
        checkWait("retryMs", retryMs);
        long startNs = System.nanoTime();
        SwapResult[] results = hotSwap.retransform(classIds, retryMs, restore, prepared);
        PacketWriter packet = new PacketWriter(id, MessageType.RETRANSFORMED);
        packet.i64(System.nanoTime() - startNs).u32(results.length);
        for (SwapResult result : results) result.writeTo(packet);
        return packet.toPacket();
    }

    private byte[] markReady(int id, PacketReader fields) throws ProtocolException {
        int[] methodIds = fields.u32Array("methodIds");
        fields.end();
        recorder.markReady(methodIds);
        return done(id);
    }

    private byte[] markReflected(int id, PacketReader fields) throws ProtocolException {
        int[] numbers = fields.u32Array("numbers");
        fields.end();
        recorder.markReflected(numbers);
        return done(id);
    }

    private byte[] markRecording(int id, PacketReader fields) throws ProtocolException, CommandFailure {
        int mark = fields.u8("mark");
        fields.end();
        if (mark > BlockLayout.RESET) {
            throw new CommandFailure(Protocol.FAILED_ARGUMENT, "mark " + mark + " is not known");
        }
        if (!recorder.isRecording()) throw new CommandFailure(Protocol.FAILED_STATE, "no recording is running");
        if (mark == BlockLayout.PAUSE && recorder.isPaused()) {
            throw new CommandFailure(Protocol.FAILED_STATE, "the recording is paused already");
        }
        if (mark == BlockLayout.RESUME && !recorder.isPaused()) {
            throw new CommandFailure(Protocol.FAILED_STATE, "the recording is not paused");
        }
        return recorder.mark(mark) ? done(id) : null;
    }

    private byte[] startRecording(int id, PacketReader fields) throws ProtocolException, CommandFailure {
        int clock = fields.u8("clock");
        int fullWaitMs = fields.u32("fullWaitMs");
        int firstWaitMs = fields.u32("firstWaitMs");
        boolean lazy = flag(fields, "lazy");
        boolean rehearsal = flag(fields, "rehearsal");
        boolean rehearsed = flag(fields, "rehearsed");
        boolean allocation = flag(fields, "allocation");
        boolean coreWaits = flag(fields, "coreWaits");
        boolean live = flag(fields, "live");
        int liveEveryBytes = fields.u32("liveEveryBytes");
        fields.end();
        checkClock(clock);
        checkWait("fullWaitMs", fullWaitMs);
        checkWait("firstWaitMs", firstWaitMs);
        if (liveEveryBytes < 0) throw new CommandFailure(Protocol.FAILED_ARGUMENT, "liveEveryBytes is beyond 2 GiB");
        if (recorder.isRecording()) throw new CommandFailure(Protocol.FAILED_STATE, "a recording is running");
        LiveObjects objects = live ? liveObjects(liveEveryBytes) : null;
        recorder.start(
                clock, fullWaitMs, firstWaitMs, lazy, allocation, coreWaits, objects, rehearsal, rehearsed);
        return done(id);
    }

    private LiveObjects liveObjects(int everyBytes) throws CommandFailure {
        if (Runtime.version().feature() < 16) {
            throw new CommandFailure(Protocol.FAILED_STATE, "objects are followed from JDK 16 on, and this is JDK " + Runtime.version().feature());
        }
        return new LiveObjects(instrumentation, outbox, everyBytes);
    }

    private byte[] stopRecording(int id) throws ProtocolException, CommandFailure {
        if (!recorder.isRecording()) throw new CommandFailure(Protocol.FAILED_STATE, "no recording is running");
        return recorder.stop(id);
    }

    private byte[] calibrate(int id, PacketReader fields) throws ProtocolException, CommandFailure {
        int clock = fields.u8("clock");
        fields.end();
        checkClock(clock);
        if (recorder.isRecording()) throw new CommandFailure(Protocol.FAILED_STATE, "a recording is running");
        return Calibrator.answer(id, clock);
    }

    private byte[] checkCalibration(int id) throws ProtocolException, CommandFailure {
        if (!recorder.isRecording() || recorder.isPaused()) {
            throw new CommandFailure(Protocol.FAILED_STATE, "no recording is running");
        }
        return recorder.checkCalibration(id);
    }

    private byte[] stopRegion(int id, PacketReader fields) throws ProtocolException, CommandFailure {
        int regionId = fields.u32("regionId");
        fields.end();
        return regions.stop(id, regionId);
    }

    private byte[] detach(int id) throws ProtocolException {
        loadHook.turnOff();
        recorder.abort();
        regions.abort();
        SwapResult[] results = hotSwap.restoreAll();
        int restored = 0;
        for (SwapResult result : results) {
            if (result.status == SwapResult.SWAPPED) restored++;
        }
        PacketWriter packet = new PacketWriter(id, MessageType.DETACHED);
        packet.u32(restored).u32(results.length - restored);
        for (SwapResult result : results) {
            if (result.status == SwapResult.SWAPPED) continue;
            result.writeTo(packet);
            Class<?> type = registry.loadedClass(result.classId);
            packet.utf(type == null ? "" : type.getName());
        }
        return packet.toPacket();
    }

    private static void checkClock(int clock) throws CommandFailure {
        if (clock < SluiceRecording.NO_CLOCK || clock > SluiceRecording.CPU) {
            throw new CommandFailure(Protocol.FAILED_ARGUMENT, "clock " + clock + " is not known");
        }
        if (clock == SluiceRecording.CPU) openThreadTime();
    }

    private static void openThreadTime() throws CommandFailure {
        try {
            SluiceThreadTime.open();
        } catch (ReflectiveOperationException | IllegalStateException | LinkageError missing) {
            throw new CommandFailure(Protocol.FAILED_STATE,
                    "this JVM does not tell the CPU time of its threads (module java.management): " + missing);
        }
    }

    private static boolean flag(PacketReader fields, String name) throws ProtocolException, CommandFailure {
        int value = fields.u8(name);
        if (value > 1) throw new CommandFailure(Protocol.FAILED_ARGUMENT, name + " " + value + " is neither 0 nor 1");
        return value == 1;
    }

    private static void checkWait(String what, int ms) throws CommandFailure {
        if (ms < 0 || ms > MAX_WAIT_MS) {
            throw new CommandFailure(Protocol.FAILED_ARGUMENT,
                    what + " is " + (ms & 0xffffffffL) + " ms; at most " + MAX_WAIT_MS + " are allowed");
        }
    }
}
