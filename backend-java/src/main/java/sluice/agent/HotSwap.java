package sluice.agent;

import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Swaps the code of loaded classes. The bytes to start from are those that the JVM hands the transformer in the very
 * call (it rebuilds them, so a class file from elsewhere has other constant-pool indexes): they go to the tool, and
 * what comes back is swapped in. Commands run on one thread, the worker.
 */
final class HotSwap {
    private static final long REWRITE_TIMEOUT_MS = 5_000;
    private static final long RESOLVE_INTERVAL_MS = 5;
    /** For so long a class that the JVM does not restore is tried again: what refused it may pass, as another agent's transformer. */
    private static final long RESTORE_RETRY_MS = 1_000;
    private static final long RESTORE_INTERVAL_MS = 50;

    private final Instrumentation instrumentation;
    private final ClassRegistry registry;
    private final Questions questions;
    private final InstrumentedClasses instrumented;
    private final StrictLoaders strictLoaders;
    private final LoadHook loadHook;
    private final Outbox outbox;
    private final ClassCapture capture;
    private final Redefinitions redefinitions = new Redefinitions();
    /** Set while a command swaps; the transformer is called back on this thread. */
    private volatile Thread swappingThread;
    /** Classes go back to what they were: the tool is not asked. */
    private volatile boolean restoring;
    /** Worker only: what the running command swaps is the tool's. */
    private boolean askTool = true;
    /** Of the swap that is under way; null = none. */
    private PreparedCode prepared;
    /** Classes of the running command that the tool gave no answer for. After the first, it is not asked again. */
    private final BitSet unanswered = new BitSet();
    /** Classes of the running command whose code the JVM has handed out. It leaves those out that it has no memory for. */
    private final BitSet handedOut = new BitSet();
    /** The last of them in the call that runs; 0: none. */
    private int handedOutLast;
    /** Classes of the running command that were instrumented before: they are again if the JVM refuses to swap them. */
    private final BitSet before = new BitSet();
    private boolean outOfMemory;

    HotSwap(
            Instrumentation instrumentation,
            ClassRegistry registry,
            Questions questions,
            InstrumentedClasses instrumented,
            StrictLoaders strictLoaders,
            LoadHook loadHook,
            Outbox outbox,
            ClassCapture capture) {
        this.strictLoaders = strictLoaders;
        this.loadHook = loadHook;
        this.outbox = outbox;
        this.capture = capture;
        this.instrumentation = instrumentation;
        this.registry = registry;
        this.questions = questions;
        this.instrumented = instrumented;
    }

    /**
     * RETRANSFORM: each class on its own result.
     * @param restore to what they were: the tool is not asked
     * @param code for classes of these that it need not be asked about; null = it is asked about all
     */
    SwapResult[] retransform(int[] classIds, long retryMs, boolean restore, PreparedCode code) {
        SwapResult[] results = new SwapResult[classIds.length];
        for (int i = 0; i < classIds.length; i++) results[i] = new SwapResult(classIds[i]);
        askTool = !restore;
        prepared = code;
        try {
            Class<?>[] classes = resolve(results, retryMs);
            if (restore) leaveAsTheyWere(results, classes);
            else leaveAlone(results, classes);
            swapAll(results, classes);
            if (restore) retry(results);
        } finally {
            askTool = true;
            prepared = null;
        }
        return results;
    }

    /** Gives every instrumented class its own code back, without the tool. */
    SwapResult[] restoreAll() {
        restoring = true;
        outOfMemory = false;
        Class<?>[] loaded = instrumentation.getAllLoadedClasses();
        registry.meet(loaded);
        int[] classIds = instrumented.toArray();
        SwapResult[] results = new SwapResult[classIds.length];
        for (int i = 0; i < classIds.length; i++) results[i] = new SwapResult(classIds[i]);
        int atOnce = classesAtOnce(loaded.length);
        for (int from = 0; from < classIds.length; from += atOnce) {
            int to = Math.min(classIds.length, from + atOnce);
            SwapResult[] batch = Arrays.copyOfRange(results, from, to);
            swapAll(batch, resolve(batch, 0));
        }
        retry(results);
        for (SwapResult result : results) {
            // Collected, or its loading failed: there is nothing left to restore.
            boolean gone = registry.loadedClass(result.classId) == null;
            if (gone) result.set(SwapResult.SWAPPED, "");
            if (result.status == SwapResult.SWAPPED) instrumented.set(result.classId, false);
        }
        return results;
    }

    /** Those that one swap takes: 200, for which the JVM stands still for 20 to 40 ms; more where it goes through more of them in each. */
    private static int classesAtOnce(int loadedClasses) {
        return Math.min(Protocol.MAX_SWAP_CLASSES, Math.max(200, loadedClasses / 20));
    }

    /** Whether the last restoreAll left classes that may be tried again. */
    boolean ranOutOfMemory() {
        return outOfMemory;
    }

    /**
     * The JVM is at a swap just now. Not so while the swap waits: for the tool's answer, or for a lock, whose owner may wait for this
     * swap. Any thread.
     */
    boolean isAtWork() {
        Thread thread = swappingThread;
        return thread != null && thread.getState() == Thread.State.RUNNABLE;
    }

    /** The transformer's part, for a class that somebody swaps. @return null = as it is */
    byte[] rewrite(Class<?> type, byte[] bytes) {
        int classId = registry.knownClassId(type);
        if (classId == 0 || !OwnClasses.mayBeSwapped(type)) return null;
        boolean ours = Thread.currentThread() == swappingThread;
        SluiceLane lane = SluiceProbe.suspend(); // others may swap within the subgraph: what we load for it calls their transformers
        long startNs = System.nanoTime();
        try {
            return rewrite(type, classId, bytes, ours);
        } finally {
            SluiceProbe.resume(lane, System.nanoTime() - startNs, bytes.length + LoadHook.ARRAY_HEADER_BYTES);
        }
    }

    private byte[] rewrite(Class<?> type, int classId, byte[] bytes, boolean ours) {
        byte[] present = ours ? redefinitions.ours(classId, bytes) : redefinitions.others(classId, bytes);
        byte[] rewritten = restoring ? null : ours ? rewriteOurs(classId, present) : rewriteOthers(type, classId, present);
        return rewritten == null && present != bytes ? present : rewritten;
    }

    private byte[] rewriteOurs(int classId, byte[] bytes) {
        handedOut.set(classId);
        handedOutLast = classId;
        // Code that had probes when it was handed to the JVM has them still (SluiceStale).
        boolean asks = askTool ? unanswered.isEmpty() : ProbedCode.is(bytes);
        byte[] rewritten = prepared == null ? null : prepared.of(classId, bytes);
        if (rewritten == null && asks) rewritten = ask(classId, bytes);
        if (rewritten == null && askTool) unanswered.set(classId);
        boolean changed = rewritten != null && rewritten.length > 0;
        // Before the swap, not after it: a class that is refused is restored needlessly, none is forgotten.
        instrumented.set(classId, changed && askTool);
        return changed ? rewritten : null;
    }

    /**
     * Another agent or a debugger swaps a class: if our probes are in it, they must be in the new code too; and what the new code calls
     * must carry probes before it runs. A debugger may hold all threads, ours as well, so that nobody answers.
     */
    private byte[] rewriteOthers(Class<?> type, int classId, byte[] bytes) {
        if (!instrumented.contains(classId) && !loadHook.asksAbout(type) && !ProbedCode.is(bytes)) return null;
        byte[] rewritten = ask(classId, bytes);
        if (rewritten == null) {
            outbox.offer(new PacketWriter(Protocol.NO_ANSWER, MessageType.REWRITE_LOST).u32(classId));
        }
        if (rewritten == null || rewritten.length == 0) return null;
        instrumented.set(classId, true);
        return rewritten;
    }

    private byte[] ask(int classId, byte[] bytes) {
        return questions.ask(new RewriteFields(classId, bytes), REWRITE_TIMEOUT_MS);
    }

    private static final class RewriteFields implements Questions.Fields {
        private final int classId;
        private final byte[] bytes;

        RewriteFields(int classId, byte[] bytes) {
            this.classId = classId;
            this.bytes = bytes;
        }

        @Override
        public PacketWriter write(int id) {
            return new PacketWriter(id, MessageType.REWRITE_CLASS, bytes.length + 8).u32(classId).blob(bytes);
        }
    }

    /** Finds the classes; one that is just being loaded is looked for again. null where there is nothing to swap. */
    private Class<?>[] resolve(SwapResult[] results, long retryMs) {
        Class<?>[] classes = new Class<?>[results.length];
        long deadlineNs = System.nanoTime() + retryMs * 1_000_000;
        while (true) {
            boolean waiting = false;
            for (int i = 0; i < results.length; i++) {
                if (classes[i] == null) classes[i] = registry.loadedClass(results[i].classId);
                if (classes[i] == null && registry.isExpected(results[i].classId)) waiting = true;
            }
            if (!waiting) break;
            registry.meet(instrumentation.getAllLoadedClasses());
            for (int i = 0; i < results.length; i++) {
                if (classes[i] == null) classes[i] = registry.loadedClass(results[i].classId);
            }
            if (System.nanoTime() >= deadlineNs) break;
            SluiceAccess.park(RESOLVE_INTERVAL_MS * 1_000_000);
        }
        for (int i = 0; i < results.length; i++) {
            if (classes[i] == null) {
                boolean yet = registry.isExpected(results[i].classId);
                results[i].set(yet ? SwapResult.NOT_DEFINED_YET : SwapResult.NOT_MODIFIABLE, yet ? "" : "it is gone");
            } else if (!OwnClasses.mayBeSwapped(classes[i]) || !instrumentation.isModifiableClass(classes[i])) {
                results[i].set(SwapResult.NOT_MODIFIABLE, classes[i].getName() + " cannot be modified");
                classes[i] = null;
            }
        }
        return classes;
    }

    /** Takes out what has no probes, as the JVM refused it. */
    private void leaveAsTheyWere(SwapResult[] results, Class<?>[] classes) {
        for (int i = 0; i < results.length; i++) {
            if (!instrumented.contains(results[i].classId)) classes[i] = null;
        }
    }

    /** Takes out what its loader would not let run with probes. */
    private void leaveAlone(SwapResult[] results, Class<?>[] classes) {
        strictLoaders.askAll(classes);
        for (int i = 0; i < results.length; i++) {
            String refusal = classes[i] == null ? null : strictLoaders.refusal(classes[i].getClassLoader());
            if (refusal == null) continue;
            results[i].set(SwapResult.LOADER_REFUSES, refusal);
            classes[i] = null;
        }
    }

    private void swapAll(SwapResult[] results, Class<?>[] classes) {
        int count = 0;
        SwapResult[] present = new SwapResult[results.length];
        Class<?>[] presentClasses = new Class<?>[results.length];
        for (int i = 0; i < results.length; i++) {
            if (classes[i] == null) continue;
            present[count] = results[i];
            presentClasses[count++] = classes[i];
        }
        unanswered.clear();
        handedOut.clear();
        before.clear();
        for (int i = 0; i < count; i++) before.set(present[i].classId, instrumented.contains(present[i].classId));
        swappingThread = Thread.currentThread();
        try {
            swap(present, presentClasses, 0, count);
        } finally {
            swappingThread = null;
        }
    }

    /** What the JVM has refused to restore, again, for a while. Where it has no memory that is somebody else's part (Session.restoreAll). */
    private void retry(SwapResult[] results) {
        long deadlineNs = System.nanoTime() + RESTORE_RETRY_MS * 1_000_000;
        while (!outOfMemory && System.nanoTime() < deadlineNs) {
            SwapResult[] refused = refusedOf(results);
            if (refused.length == 0) return;
            SluiceAccess.park(RESTORE_INTERVAL_MS * 1_000_000);
            for (SwapResult result : refused) result.set(SwapResult.SWAPPED, "");
            swapAll(refused, resolve(refused, 0));
        }
    }

    private static SwapResult[] refusedOf(SwapResult[] results) {
        SwapResult[] refused = new SwapResult[results.length];
        int count = 0;
        for (SwapResult result : results) {
            if (result.status == SwapResult.REFUSED) refused[count++] = result;
        }
        return Arrays.copyOf(refused, count);
    }

    /**
     * One call for all. When the JVM refuses it, nothing is swapped: then without those that it does not link, or without the one whose
     * code it came to last (VM_RedefineClasses::load_new_class_versions goes from class to class); else both halves. Each call that it
     * does not refuse stops the world.
     */
    private void swap(SwapResult[] results, Class<?>[] classes, int from, int to) {
        if (from == to) return;
        handedOutLast = 0;
        try {
            instrumentation.retransformClasses(Arrays.copyOfRange(classes, from, to));
            noteUnanswered(results, from, to);
        } catch (Throwable refused) {
            if (refused instanceof OutOfMemoryError) outOfMemory = true;
            int linked = refused instanceof InternalError ? takeOutUnlinked(results, classes, from, to) : to;
            if (linked < to) {
                swap(results, classes, from, linked);
            } else if (to - from == 1) {
                refuse(results[from], SwapResult.REFUSED, refused.toString());
            } else if (refusesLastOne(results, classes, from, to)) {
                swap(results, classes, from, to - 1);
            } else {
                int middle = from + to >>> 1;
                swap(results, classes, from, middle);
                swap(results, classes, middle, to);
            }
        }
    }

    /** Puts the class that was handed out last behind the others, and swaps it alone. @return whether the JVM refuses that as well */
    private boolean refusesLastOne(SwapResult[] results, Class<?>[] classes, int from, int to) {
        int last = from;
        while (last < to && results[last].classId != handedOutLast) last++;
        if (last == to) return false;
        SwapResult result = results[last];
        Class<?> type = classes[last];
        results[last] = results[to - 1];
        classes[last] = classes[to - 1];
        results[to - 1] = result;
        classes[to - 1] = type;
        swap(results, classes, to - 1, to);
        return result.status == SwapResult.REFUSED;
    }

    /** Puts the others first. @return where they end */
    private int takeOutUnlinked(SwapResult[] results, Class<?>[] classes, int from, int to) {
        int end = from;
        for (int i = from; i < to; i++) {
            if (!SluiceAccess.isInitialized(classes[i]) && !capture.canBeSwapped(classes[i])) {
                refuse(results[i], SwapResult.CANNOT_RUN, Linkage.problemOf(classes[i]));
                continue;
            }
            results[end] = results[i];
            classes[end++] = classes[i];
        }
        return end;
    }

    private void refuse(SwapResult result, int status, String message) {
        instrumented.set(result.classId, before.get(result.classId)); // it is what it was
        result.set(status, message);
    }

    private void noteUnanswered(SwapResult[] results, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!restoring && !handedOut.get(results[i].classId)) {
                instrumented.set(results[i].classId, false);
                results[i].set(SwapResult.REFUSED, "the JVM had no memory to hand out its code: it is as without Sluice");
            }
            if (!unanswered.get(results[i].classId)) continue;
            results[i].set(
                    SwapResult.UNANSWERED,
                    "the tool did not answer within " + REWRITE_TIMEOUT_MS + " ms: its code is as without Sluice");
        }
    }
}
