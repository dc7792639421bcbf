package sluice.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;

public final class HotSwapTest {
    private final Object lock = new Object();
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile boolean goesOn;

    public void a_swap_is_at_work_until_it_waits_for_a_lock() throws InterruptedException {
        ClassRegistry registry = new ClassRegistry();
        int classId = registry.classId(CountDownLatch.class);
        StrictLoaders loaders = new StrictLoaders(registry);
        HotSwap swaps = new HotSwap(jvm(), registry, null, new InstrumentedClasses(), loaders, null, null);
        Thread worker = new Thread(() -> swaps.retransform(new int[] {classId}, 0, true));
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
        HotSwap swaps = new HotSwap(jvm(), registry, questions, instrumented, new StrictLoaders(registry), null, null);
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
