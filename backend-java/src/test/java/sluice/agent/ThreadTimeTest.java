package sluice.agent;

/** The clock cpu: the time of the thread itself, and waits by that clock. */
public final class ThreadTimeTest {
    private static final int ROOT = 16;
    private static final long TIME_MASK = (1L << 44) - 1;
    private static final int ADJUST_ID = 1;

    private static SluiceLane startedLane(SluiceRecording recording) {
        SluiceLane lane = recording.addPrivateLane(64);
        recording.start();
        return lane;
    }

    private static SluiceRecording recordingByCpu() throws ReflectiveOperationException {
        SluiceThreadTime.open();
        return new SluiceRecording(SluiceRecording.CPU, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
    }

    private static long timeOf(SluiceLane lane, int word) {
        return lane.ring()[word] >>> 20;
    }

    public void events_have_the_time_of_their_thread_and_sleep_takes_none() throws Exception {
        SluiceRecording recording = recordingByCpu();
        SluiceLane lane = startedLane(recording);
        long before = SluiceThreadTime.ofThread(0);
        SluiceProbe probe = SluiceProbe.rootEntry(ROOT);
        Thread.sleep(50);
        probe.rootExit(ROOT);
        recording.stop();
        Check.that(timeOf(lane, 1) >= (before & TIME_MASK), "entered after " + before);
        long selfNs = timeOf(lane, 2) - timeOf(lane, 1) & TIME_MASK;
        Check.that(selfNs < 25_000_000, "a sleep of 50 ms took " + selfNs + " ns");
    }

    public void a_wait_for_the_tool_is_told_by_the_clock_of_the_thread() throws Exception {
        SluiceRecording recording = recordingByCpu();
        SluiceLane lane = startedLane(recording);
        SluiceProbe probe = SluiceProbe.rootEntry(ROOT);
        SluiceLane suspended = SluiceProbe.suspend();
        Thread.sleep(50);
        SluiceProbe.resume(suspended, 50_000_000, 0);
        probe.rootExit(ROOT);
        recording.stop();
        Check.equal(lane.ring()[2] & 0xfffff, (long) ADJUST_ID);
        Check.that(timeOf(lane, 2) < 25_000_000, "adjusted by " + timeOf(lane, 2) + " ns");
        Check.equal(lane.waitedNs(), 50_000_000L);
    }

    public void another_thread_can_be_asked_for_its_time_while_it_lives() throws Exception {
        SluiceThreadTime.open();
        Thread other = new Thread(() -> {});
        other.start();
        other.join();
        Check.equal(SluiceThreadTime.ofThread(SluiceProbe.threadId(other)), -1L);
        Check.that(SluiceThreadTime.ofThread(SluiceProbe.threadId(Thread.currentThread())) > 0, "this one lives");
    }
}
