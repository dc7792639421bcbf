package sluice.agent;

/** Where threads wait before the first object of a class is there, whether they are recorded or not. */
public final class GatesTest {
    private static final long PATIENCE_NS = 60_000_000_000L;

    private static SluiceRecording started(long firstWaitNs) {
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NO_CLOCK, 0, firstWaitNs, true, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        return recording;
    }

    private static Thread making(int gate) {
        Thread maker = new Thread(() -> SluiceProbe.making(gate));
        maker.start();
        return maker;
    }

    private static int nextMade(SluiceRecording recording) {
        int gate = recording.takeMade();
        while (gate == 0) {
            Thread.onSpinWait();
            gate = recording.takeMade();
        }
        return gate;
    }

    public void a_thread_outside_of_the_subgraph_waits_until_its_gate_is_ready() throws Exception {
        SluiceRecording recording = started(PATIENCE_NS);
        Thread maker = making(21);
        Check.equal(nextMade(recording), 21);
        Check.equal(maker.isAlive(), true);
        recording.markReady(21);
        maker.join();
        Check.equal(recording.takeMade(), 0);
        Check.equal(recording.firstWaitTimeouts(), 0L);
        recording.stop();
    }

    public void more_threads_than_one_wait() throws Exception {
        SluiceRecording recording = started(PATIENCE_NS);
        Thread[] makers = new Thread[40];
        for (int i = 0; i < makers.length; i++) makers[i] = making(21 + i);
        long told = 0;
        for (int i = 0; i < makers.length; i++) told |= 1L << nextMade(recording) - 21;
        Check.equal(told, (1L << makers.length) - 1);
        for (int i = 0; i < makers.length; i++) recording.markReady(21 + i);
        for (Thread maker : makers) maker.join();
        recording.stop();
    }

    public void threads_wait_while_the_recording_is_paused() throws Exception {
        SluiceRecording recording = started(PATIENCE_NS);
        recording.pause();
        Thread maker = making(21);
        Check.equal(nextMade(recording), 21);
        recording.markReady(21);
        maker.join();
        recording.stop();
    }

    public void nobody_waits_before_the_recording_and_after_it() {
        SluiceProbe.making(21);
        SluiceProbe.allocating(String.class);
        SluiceRecording recording = started(PATIENCE_NS);
        recording.stop();
        SluiceProbe.making(21);
        SluiceProbe.allocating(String.class);
        Check.equal(recording.takeMade(), 0);
        Check.equal(recording.takeAllocated(), null);
    }

    public void who_waits_goes_on_when_the_recording_stops() throws Exception {
        SluiceRecording recording = started(PATIENCE_NS);
        Thread maker = making(21);
        nextMade(recording);
        recording.stop();
        maker.join();
    }

    public void a_wait_in_vain_is_counted_and_holds_nobody_again() throws Exception {
        SluiceRecording recording = started(1);
        LookingPump pump = LookingPump.at(recording);
        SluiceProbe.making(21);
        pump.end();
        SluiceProbe.making(21);
        Check.equal(recording.firstWaitTimeouts(), 1L);
        recording.stop();
    }

    public void a_thread_of_the_agent_tells_and_does_not_wait_for_the_tool_which_waits_for_it() throws Exception {
        SluiceRecording recording = started(PATIENCE_NS);
        Thread agent = new AgentThread("test") {
            @Override
            public void run() {
                SluiceProbe.making(21);
            }
        };
        agent.start();
        agent.join();
        Check.equal(recording.takeMade(), 21);
        Check.equal(recording.firstWaitTimeouts(), 1L);
        recording.stop();
    }

    public void objects_without_a_constructor_are_asked_about_once_for_each_class() throws Exception {
        SluiceRecording recording = started(PATIENCE_NS);
        Thread allocator = new Thread(() -> SluiceProbe.allocating(GatesTest.class));
        allocator.start();
        Class<?> type = recording.takeAllocated();
        while (type == null) {
            Thread.onSpinWait();
            type = recording.takeAllocated();
        }
        Check.equal(type, GatesTest.class);
        recording.markKnown(type);
        allocator.join();
        SluiceProbe.allocating(GatesTest.class);
        Check.equal(recording.takeAllocated(), null);
        recording.stop();
    }

    public void a_recorded_thread_is_recorded_again_after_it_has_waited() throws Exception {
        SluiceRecording recording = started(PATIENCE_NS);
        recording.markReady(16);
        recording.markReady(17);
        Thread recorded = new Thread(() -> {
            SluiceProbe root = SluiceProbe.rootEntry(16);
            SluiceProbe.allocating(GatesTest.class);
            SluiceProbe.entry(17).exit(17);
            root.rootExit(16);
        });
        recorded.start();
        Class<?> type = recording.takeAllocated();
        while (type == null) {
            Thread.onSpinWait();
            type = recording.takeAllocated();
        }
        recording.markKnown(type);
        recorded.join();
        recording.stop();
        Check.equal(recording.takeNewLanes().positionAcquire(), 5L);
    }
}
