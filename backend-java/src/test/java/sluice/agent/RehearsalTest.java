package sluice.agent;

/** Before a recording: threads tell, and nobody waits. */
public final class RehearsalTest {
    private static final long PATIENCE_NS = 60_000_000_000L;

    private static SluiceRecording recording() {
        return new SluiceRecording(SluiceRecording.NO_CLOCK, 0, PATIENCE_NS, true, Thread.currentThread(), AgentThread.class, null);
    }

    private static SluiceRecording rehearsal() {
        SluiceRecording rehearsal = recording();
        rehearsal.rehearse();
        rehearsal.start();
        return rehearsal;
    }

    public void who_tells_does_not_wait_also_after_the_tool_was_silent() {
        SluiceRecording rehearsal = rehearsal();
        rehearsal.setWaits(true);
        SluiceProbe.making(21);
        Check.equal(rehearsal.takeMade(), 21);
        rehearsal.stop();
    }

    public void the_recording_that_follows_knows_what_was_found() {
        SluiceRecording rehearsal = rehearsal();
        SluiceProbe.making(21);
        rehearsal.markReady(21);
        rehearsal.markKnown(RehearsalTest.class);
        SluiceRecording recording = follow(rehearsal);
        SluiceProbe.making(21);
        SluiceProbe.allocating(RehearsalTest.class);
        Check.equal(recording.takeMade(), 0);
        Check.equal(recording.takeAllocated(), null);
        recording.stop();
    }

    public void what_was_told_and_not_answered_is_waited_for_in_the_recording() throws Exception {
        SluiceRecording rehearsal = rehearsal();
        SluiceProbe.making(21);
        SluiceRecording recording = follow(rehearsal);
        Thread maker = new Thread(() -> SluiceProbe.making(21));
        maker.start();
        while (recording.takeMade() == 0) Check.that(maker.isAlive(), "somebody waits");
        Check.equal(maker.isAlive(), true);
        recording.markReady(21);
        maker.join();
        recording.stop();
    }

    public void no_other_recording_finds_anything_out() {
        SluiceRecording recording = recording();
        Check.equal(recording.found(), null);
    }

    private static SluiceRecording follow(SluiceRecording rehearsal) {
        rehearsal.stop();
        SluiceKnown found = rehearsal.found();
        rehearsal.release();
        SluiceRecording recording = recording();
        recording.beginWith(found);
        recording.start();
        return recording;
    }
}
