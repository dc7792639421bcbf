package sluice.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EventListenerProxy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TooManyListenersException;
import java.util.concurrent.CountDownLatch;

public final class HotSwapTest {
    private final Object lock = new Object();
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile boolean goesOn;

    public void a_swap_is_at_work_until_it_waits_for_a_lock() throws InterruptedException {
        ClassRegistry registry = new ClassRegistry();
        int classId = registry.classId(CountDownLatch.class);
        StrictLoaders loaders = new StrictLoaders(registry);
        InstrumentedClasses instrumented = new InstrumentedClasses();
        instrumented.set(classId, true);
        HotSwap swaps = new HotSwap(jvm(), registry, null, instrumented, loaders, null, null, null);
        Thread worker = new Thread(() -> swaps.retransform(new int[] {classId}, 0, true, null));
        Check.that(!swaps.isAtWork(), "no swap is under way");
        synchronized (lock) {
            worker.start();
            begun.await();
            Check.that(swaps.isAtWork(), "the JVM is at it");
            goesOn = true;
            while (worker.getState() != Thread.State.BLOCKED) Thread.yield();
            Check.that(!swaps.isAtWork(), "it waits for the lock");
        }
        worker.join();
        Check.that(!swaps.isAtWork(), "the swap is over");
    }

    public void the_tool_s_part_in_a_swap_of_another_agent_s_is_nobody_s_within_a_root() throws Exception {
        ClassRegistry registry = new ClassRegistry();
        int classId = registry.classId(CountDownLatch.class);
        InstrumentedClasses instrumented = new InstrumentedClasses();
        instrumented.set(classId, true);
        Questions questions = new Questions(new Outbox(new MemoryTransport(new byte[0], 1)));
        HotSwap swaps = new HotSwap(jvm(), registry, questions, instrumented, new StrictLoaders(registry), null, null, null);
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NANO, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        Thread program = new Thread(() -> {
            SluiceProbe root = SluiceProbe.rootEntry(16);
            swaps.rewrite(CountDownLatch.class, new byte[0]);
            root.rootExit(16);
        });
        program.start();
        while (!questions.isOpen(1)) Thread.yield();
        questions.answer(1, new byte[0]);
        program.join();
        recording.stop();
        Check.that(recording.takeNewLanes().waitedNs() > 0, "the wait for the tool is the program's");
    }

    public void classes_that_the_JVM_does_not_link_are_found_without_a_swap_of_the_others() {
        Swaps jvm = new Swaps();
        jvm.unlinked.addAll(Arrays.asList(TooManyListenersException.class, EventListenerProxy.class)); // nobody has initialised them
        Class<?>[] types = {
            ArrayList.class, TooManyListenersException.class, CountDownLatch.class, EventListenerProxy.class, Proxy.class
        };
        HotSwap swaps = jvm.hotSwap();
        SwapResult[] results = swaps.retransform(jvm.instrumented(types), 0, true, null);
        StringBuilder told = new StringBuilder();
        for (SwapResult result : results) told.append(result.status).append(' ');
        Check.equal(told.toString(), "0 6 0 6 0 ");
        Check.equal(jvm.swapped.toString(), Arrays.asList(ArrayList.class, CountDownLatch.class, Proxy.class).toString());
        Check.equal(jvm.stops, 1);
    }

    public void a_class_that_is_not_restored_is_tried_again() {
        Swaps jvm = new Swaps();
        int[] ids = jvm.instrumented(CountDownLatch.class, Proxy.class);
        jvm.refusals = 4;
        SwapResult[] results = jvm.hotSwap().retransform(ids, 0, true, null);
        for (SwapResult result : results) Check.equal(result.status, SwapResult.SWAPPED);
        Check.equal(jvm.swapped.size(), 2);
    }

    public void a_class_that_is_not_restored_for_a_second_is_told_with_the_JVM_s_reason() {
        Swaps jvm = new Swaps();
        int[] ids = jvm.instrumented(Proxy.class);
        jvm.refusals = Integer.MAX_VALUE;
        long startNs = System.nanoTime();
        SwapResult[] results = jvm.hotSwap().retransform(ids, 0, true, null);
        Check.equal(results[0].status, SwapResult.REFUSED);
        Check.equal(results[0].message, "java.lang.VerifyError: of another agent");
        Check.that(System.nanoTime() - startNs >= 1_000_000_000L, "for a second");
    }

    /** JDK 17 does not take its own code of a record with annotated components (JDK-8315575). */
    public void a_class_whose_code_the_JVM_refuses_is_found_without_a_swap_of_the_others() {
        Swaps jvm = new Swaps();
        jvm.refused = EventListenerProxy.class;
        int[] ids = jvm.instrumented(ArrayList.class, CountDownLatch.class, EventListenerProxy.class, Proxy.class, HashSet.class);
        StringBuilder told = new StringBuilder();
        for (SwapResult result : jvm.hotSwap().retransform(ids, 0, true, null)) told.append(result.status).append(' ');
        Check.equal(told.toString(), "0 0 1 0 0 ");
        Check.equal(jvm.stops, 1);
    }

    public void a_class_that_the_JVM_refuses_after_it_has_read_all_is_found_by_halves() {
        Swaps jvm = new Swaps();
        jvm.refused = CountDownLatch.class;
        jvm.refusesLate = true;
        int[] ids = jvm.instrumented(ArrayList.class, CountDownLatch.class, EventListenerProxy.class, Proxy.class, HashSet.class);
        StringBuilder told = new StringBuilder();
        for (SwapResult result : jvm.hotSwap().retransform(ids, 0, true, null)) told.append(result.status).append(' ');
        Check.equal(told.toString(), "0 1 0 0 0 ");
        Check.that(jvm.swapped.containsAll(
                Arrays.asList(ArrayList.class, EventListenerProxy.class, Proxy.class, HashSet.class)), "all others");
    }

    public void a_class_that_is_as_it_was_is_not_restored() {
        Swaps jvm = new Swaps();
        int[] ids = jvm.idsOf(ArrayList.class, Proxy.class, HashSet.class);
        jvm.instrumented.set(ids[1], true);
        SwapResult[] results = jvm.hotSwap().retransform(ids, 0, true, null);
        for (SwapResult result : results) Check.equal(result.status, SwapResult.SWAPPED);
        Check.equal(jvm.swapped.toString(), Arrays.asList(Proxy.class).toString());
    }

    public void a_class_that_is_refused_with_probes_is_not_tried_again() {
        Swaps jvm = new Swaps();
        jvm.refusals = Integer.MAX_VALUE;
        SwapResult[] results = jvm.hotSwap().retransform(jvm.idsOf(Proxy.class), 0, false, null);
        Check.equal(results[0].status, SwapResult.REFUSED);
        Check.equal(jvm.calls, 1);
    }

    /** A JVM that does not link some classes, or refuses its first swaps. */
    private static final class Swaps {
        final ClassRegistry registry = new ClassRegistry();
        final Set<Class<?>> unlinked = new HashSet<>();
        final List<Class<?>> swapped = new ArrayList<>();
        final InstrumentedClasses instrumented = new InstrumentedClasses();
        HotSwap hotSwap;
        Class<?> refused;
        /** After all have been read, not as soon as that class was. */
        boolean refusesLate;
        int refusals;
        int stops;
        int calls;

        int[] idsOf(Class<?>... types) {
            int[] ids = new int[types.length];
            for (int i = 0; i < types.length; i++) ids[i] = registry.classId(types[i]);
            return ids;
        }

        int[] instrumented(Class<?>... types) {
            int[] ids = idsOf(types);
            for (int id : ids) instrumented.set(id, true);
            return ids;
        }

        HotSwap hotSwap() {
            Instrumentation jvm = (Instrumentation) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Instrumentation.class}, (proxy, method, arguments) -> {
                        switch (method.getName()) {
                            case "isModifiableClass":
                                return true;
                            case "getAllLoadedClasses":
                                return new Class<?>[0];
                            case "retransformClasses":
                                swap((Class<?>[]) arguments[0]);
                                return null;
                            default:
                                throw new UnsupportedOperationException(method.getName());
                        }
                    });
            StrictLoaders loaders = new StrictLoaders(registry);
            ClassCapture capture = new ClassCapture(jvm, registry);
            hotSwap = new HotSwap(jvm, registry, null, instrumented, loaders, null, null, capture);
            return hotSwap;
        }

        /** As HotSpot: all are linked first, then read one after the other, and swapped together. */
        private void swap(Class<?>[] types) {
            for (Class<?> type : types) {
                if (unlinked.contains(type)) throw new InternalError("class redefinition failed: invalid class");
            }
            if (types[types.length - 1] == CaptureBait.class) throw new ClassFormatError();
            calls++;
            if (refusals-- > 0) throw new VerifyError("of another agent");
            for (Class<?> type : types) {
                hotSwap.rewrite(type, new byte[0]); // handed out
                if (type == refused && !refusesLate) throw new ClassFormatError();
            }
            if (refusesLate && Arrays.asList(types).contains(refused)) throw new VerifyError();
            stops++;
            swapped.addAll(Arrays.asList(types));
        }
    }

    /** One whose swap runs until it is told to go on, and wants the lock then. */
    private Instrumentation jvm() {
        return (Instrumentation) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Instrumentation.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "isModifiableClass":
                            return true;
                        case "getAllLoadedClasses":
                            return new Class<?>[] {CountDownLatch.class};
                        case "retransformClasses":
                            begun.countDown();
                            while (!goesOn) Thread.onSpinWait();
                            synchronized (lock) {
                                return null;
                            }
                        default:
                            throw new UnsupportedOperationException(method.getName());
                    }
                });
    }
}
