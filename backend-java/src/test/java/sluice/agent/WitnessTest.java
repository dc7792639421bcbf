package sluice.agent;

/** Methods without a probe: that they are called is told where their calls are missing, once for each. */
public final class WitnessTest {
    private static final int ROOT = 20;
    private static final int REFUSED = 21;

    private static SluiceRecording started() {
        SluiceRecording recording = new SluiceRecording(
                SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        return recording;
    }

    private static void callWithin(Runnable called) {
        SluiceProbe probe = SluiceProbe.rootEntry(ROOT);
        called.run();
        probe.rootExit(ROOT);
    }

    private static void expectTold(SluiceRecording recording, int... methods) {
        int[] told = recording.witnesses.take();
        Check.equal(told == null ? 0 : told.length, methods.length);
        for (int i = 0; i < methods.length; i++) Check.equal(told[i], methods[i]);
    }

    public void within_a_subgraph_it_is_told_once() {
        SluiceRecording recording = started();
        callWithin(() -> SluiceProbe.witness(REFUSED));
        callWithin(() -> SluiceProbe.witness(REFUSED + 300_000));
        expectTold(recording, REFUSED, REFUSED + 300_000);
        callWithin(() -> SluiceProbe.witness(REFUSED));
        expectTold(recording);
        callWithin(() -> SluiceProbe.witness(REFUSED + 1));
        expectTold(recording, REFUSED + 1);
        recording.stop();
    }

    public void outside_of_every_subgraph_nothing_is_missing() {
        SluiceRecording recording = started();
        SluiceProbe.witness(REFUSED);
        callWithin(() -> {});
        SluiceProbe.witness(REFUSED);
        expectTold(recording);
        recording.stop();
    }

    public void a_root_is_told_wherever_it_is_called() {
        SluiceRecording recording = started();
        SluiceProbe.rootWitness(REFUSED);
        expectTold(recording, REFUSED);
        recording.stop();
    }

    public void nothing_is_told_before_a_recording_nor_in_a_pause_nor_after_it() {
        SluiceProbe.rootWitness(REFUSED);
        SluiceRecording recording = started();
        recording.pause();
        SluiceProbe.rootWitness(REFUSED);
        recording.resume();
        expectTold(recording);
        recording.stop();
        SluiceProbe.rootWitness(REFUSED);
        recording.release();
        expectTold(recording);
    }

    public void what_the_agent_and_who_is_suspended_call_is_not_missing() throws Exception {
        SluiceRecording recording = started();
        Thread agent = new AgentThread("test") {
            @Override
            public void run() {
                SluiceProbe.rootWitness(REFUSED);
            }
        };
        agent.start();
        agent.join();
        callWithin(() -> {
            SluiceLane lane = SluiceProbe.suspend();
            SluiceProbe.witness(REFUSED);
            SluiceProbe.rootWitness(REFUSED);
            SluiceProbe.resume(lane, 0, 0);
        });
        expectTold(recording);
        recording.stop();
    }

    public void an_answer_of_the_tool_that_comes_late_does_not_undo_it() {
        SluiceRecording recording = started();
        callWithin(() -> SluiceProbe.witness(REFUSED));
        recording.markReady(REFUSED);
        expectTold(recording, REFUSED);
        recording.stop();
    }
}
