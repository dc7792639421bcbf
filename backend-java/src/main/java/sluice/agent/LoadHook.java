package sluice.agent;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What happens when the program loads a class: the tool is told, or asked for the code to define. Asking holds the
 * loading thread up, and with it whoever wants the locks that it holds, so it has a deadline; no lock of ours is held
 * meanwhile. The waiting is charged to nobody.
 */
final class LoadHook {
    /** Settings of SET_LOAD_HOOK; a new object for each. */
    static final class Settings {
        final int deadlineMs;
        final boolean tellCore;
        final String[] tellPrefixes;
        final String[] askModules;
        final String[] askPrefixes;

        Settings(int deadlineMs, boolean tellCore, String[] tellPrefixes, String[] askModules, String[] askPrefixes) {
            this.deadlineMs = deadlineMs;
            this.tellCore = tellCore;
            this.tellPrefixes = tellPrefixes;
            this.askModules = askModules;
            this.askPrefixes = askPrefixes;
        }

        boolean asksAbout(String name, String module, boolean isCore) {
            if (startsWithOne(name, tellPrefixes)) return false;
            if (!tellCore || !isCore) return true;
            for (String askModule : askModules) {
                if (askModule.equals(module)) return true;
            }
            return startsWithOne(name, askPrefixes);
        }

        private static boolean startsWithOne(String name, String[] prefixes) {
            for (String prefix : prefixes) {
                if (name.startsWith(prefix)) return true;
            }
            return false;
        }
    }

    /** What a byte[] takes beside its elements, about: the JVM makes one for the class file that it hands over. */
    static final int ARRAY_HEADER_BYTES = 16;

    private final ClassRegistry registry;
    private final Questions questions;
    private final Outbox outbox;
    private final InstrumentedClasses instrumented;
    private final ClassLoadStops stops;
    private final StrictLoaders strictLoaders;
    private final Instrumentation instrumentation;
    private final HookGuard guard = new HookGuard();
    private final AtomicLong timeouts = new AtomicLong();
    private final AtomicInteger hiddenCount = new AtomicInteger();
    /** null = off. */
    private volatile Settings settings;
    /** A loader was asked within the hook since the last takeTimeouts: the JVM tells nobody of classes that it loaded for that. */
    private volatile boolean askedLoader;

    LoadHook(
            Instrumentation instrumentation,
            ClassRegistry registry,
            Questions questions,
            Outbox outbox,
            InstrumentedClasses instrumented,
            ClassLoadStops stops,
            StrictLoaders strictLoaders) {
        this.instrumentation = instrumentation;
        this.strictLoaders = strictLoaders;
        this.registry = registry;
        this.questions = questions;
        this.outbox = outbox;
        this.instrumented = instrumented;
        this.stops = stops;
        rehearse();
    }

    void turnOn(Settings wanted) {
        settings = wanted;
        SluiceHiddenClasses.listener = new HiddenClasses();
    }

    void turnOff() {
        settings = null;
        SluiceHiddenClasses.listener = null;
    }

    /** Whether the tool is asked about a class of this name and module as it loads. */
    boolean asksAbout(Class<?> type) {
        Settings current = settings;
        if (current == null) return false;
        String name = type.getName();
        String module = type.getModule().getName();
        return current.asksAbout(name, module == null ? "" : module, CoreModules.contains(type.getModule(), name));
    }

    /** A class was defined as it is, for there was no memory to ask about it. */
    void leftAlone() {
        if (settings != null) timeouts.incrementAndGet();
    }

    /** Classes defined without the tool's answer, of which it was not told, since the last call. */
    long takeTimeouts() {
        long unseen = askedLoader ? countUnseen() : 0;
        askedLoader = false;
        return timeouts.getAndSet(0) + unseen;
    }

    /** Classes that the tool would have been asked about, and never heard of. */
    private long countUnseen() {
        Settings current = settings;
        if (current == null) return 0;
        long unseen = 0;
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            String name = type.getName();
            boolean canBeSwapped = !type.isArray() && !type.isPrimitive() && name.indexOf('/') < 0; // a hidden class has a slash
            if (!canBeSwapped || OwnClasses.contains(name) || registry.knownClassId(type) != 0) continue;
            if (asksAbout(type)) unseen++;
        }
        return unseen;
    }

    /**
     * The transformer's part, on a thread of the program's; or on the worker, within whose retransform calls the JVM links
     * classes, and its verifier loads what they mention.
     * @param internalName a/b/C
     * @return null = as it is
     */
    byte[] loading(Module module, ClassLoader loader, String internalName, byte[] bytes) {
        Settings current = settings;
        if (current == null || loadsForUs(Thread.currentThread())) return null;
        String name = internalName.replace('/', '.');
        if (OwnClasses.contains(name)) return null;
        return announce(current, module, loader, name, bytes);
    }

    /**
     * The program is about to define a hidden class, which no transformer sees: the tool is asked all the same, so that what the
     * class calls carries probes by then. Its name has a slash, like that of each hidden class and of no other.
     */
    private final class HiddenClasses extends SluiceHiddenClasses {
        @Override
        public void tell(byte[] classFile) {
            try {
                Settings current = settings;
                if (current == null || loadsForUs(Thread.currentThread())) return;
                announce(current, null, null, "hidden/".concat(Integer.toString(hiddenCount.incrementAndGet())), classFile);
            } catch (OutOfMemoryError full) {
                leftAlone();
            } catch (Throwable neverOutOfHere) {
                // As of the transformer: the program's call goes on.
            }
        }
    }

    private byte[] announce(Settings current, Module module, ClassLoader loader, String name, byte[] bytes) {
        long threadId = SluiceProbe.threadId(Thread.currentThread());
        if (!guard.enter(threadId)) return null;
        SluiceLane lane = SluiceProbe.suspend();
        long startNs = System.nanoTime();
        try {
            boolean outside = !(Thread.currentThread() instanceof AgentThread) && !SluiceProbe.wasInGraph(lane);
            return tellOrAsk(current, module, loader, name, outside, bytes, lane);
        } finally {
            SluiceProbe.resume(lane, System.nanoTime() - startNs, bytes.length + ARRAY_HEADER_BYTES);
            guard.leave(threadId);
        }
    }

    private static boolean loadsForUs(Thread thread) {
        return thread instanceof AgentThread && !((AgentThread) thread).loadsForTheProgram();
    }

    private byte[] tellOrAsk(
            Settings current, Module ofClass, ClassLoader loader, String name, boolean outside, byte[] bytes, SluiceLane lane) {
        boolean isCore = CoreModules.contains(ofClass, name);
        String moduleName = ofClass == null ? null : ofClass.getName();
        String module = moduleName == null ? "" : moduleName;
        int loaderId = loaderId(loader);
        int classId = name.indexOf('/') >= 0 ? registry.reserveClassId() : registry.loadingClassId(loaderId, name);
        LoadingFields fields = new LoadingFields(classId, loaderId, outside, isCore, name, module, bytes);
        if (!current.asksAbout(name, module, isCore)) {
            outbox.offer(fields.write(Protocol.NO_ANSWER));
            return null;
        }
        long startNs = System.nanoTime();
        byte[] rewritten = questions.ask(fields, current.deadlineMs, lane);
        if (!(Thread.currentThread() instanceof AgentThread)) stops.add(System.nanoTime() - startNs);
        if (rewritten == null) tellLost(classId);
        if (rewritten == null || rewritten.length == 0) return null;
        if (!strictLoaders.isKnown(loader)) {
            askedLoader = true;
            strictLoaders.ask(loader);
        }
        String refusal = strictLoaders.refusal(loader);
        if (refusal != null) {
            outbox.offer(new PacketWriter(Protocol.NO_ANSWER, MessageType.LOADER_REFUSES).u32(classId).utf(refusal));
            return null;
        }
        instrumented.set(classId, true);
        return rewritten;
    }

    /** A class is defined as it is: the tool knows what it was to have, and puts it in with a swap. */
    private void tellLost(int classId) {
        boolean told = outbox.offer(new PacketWriter(Protocol.NO_ANSWER, MessageType.LOAD_LOST).u32(classId));
        if (!told) timeouts.incrementAndGet();
    }

    private int loaderId(ClassLoader loader) {
        int loaderId = registry.loaderIdOrNew(loader);
        if (loaderId >= 0) return loaderId;
        outbox.offer(new PacketWriter(Protocol.NO_ANSWER, MessageType.LOADER)
                .u32(-loaderId)
                .utf(loader.getClass().getName())
                .utf(ClassLister.nameOf(loader)));
        return -loaderId;
    }

    private static final class LoadingFields implements Questions.Fields {
        private final int classId;
        private final int loaderId;
        private final boolean outside;
        private final boolean isCore;
        private final String name;
        private final String module;
        private final byte[] bytes;

        LoadingFields(
                int classId, int loaderId, boolean outside, boolean isCore, String name, String module, byte[] bytes) {
            this.classId = classId;
            this.loaderId = loaderId;
            this.outside = outside;
            this.isCore = isCore;
            this.name = name;
            this.module = module;
            this.bytes = bytes;
        }

        @Override
        public PacketWriter write(int id) {
            return new PacketWriter(id, MessageType.CLASS_LOADING, bytes.length + name.length() + 64)
                    .u32(classId)
                    .u32(loaderId)
                    .u8(outside ? 1 : 0)
                    .u8(isCore ? 1 : 0)
                    .utf(name)
                    .utf(module)
                    .blob(bytes);
        }
    }

    /** Goes through everything once, so that no class has to be loaded within the hook (ClassCircularityError). */
    private void rehearse() {
        Settings none = new Settings(0, true, new String[] {"-"}, new String[] {"-"}, new String[] {"-"});
        none.asksAbout("a", "b", CoreModules.contains(Object.class.getModule(), "a"));
        loadsForUs(Thread.currentThread());
        guard.enter(-1);
        guard.leave(-1);
        SluiceLane lane = SluiceProbe.suspend();
        SluiceProbe.wasInGraph(lane);
        SluiceProbe.resume(lane, 0, 0);
        "a/b".replace('/', '.');
        OwnClasses.contains("a");
        ClassFileName.of(new byte[0]);
        LoadingFields fields = new LoadingFields(0, 0, false, false, "a", "b", new byte[0]);
        fields.write(Protocol.NO_ANSWER);
        questions.ask(fields, 0, lane);
        SluiceAccess.park(1);
        registry.loaderIdOrNew(null);
        strictLoaders.isKnown(LoadHook.class.getClassLoader());
        strictLoaders.refusal(null);
    }
}
