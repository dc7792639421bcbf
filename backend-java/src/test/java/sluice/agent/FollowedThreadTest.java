package sluice.agent;

/** Threads that are started within a call subgraph, and belong to it from their first instruction on. */
public final class FollowedThreadTest {
    private static SluiceRecording started() {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        return recording;
    }

    /** As Thread.start, where it is instrumented. */
    private static void start(Thread child) {
        SluiceProbe.starting(child);
        child.start();
    }

    private static SluiceLane laneOf(SluiceRecording recording, Thread thread) {
        SluiceLane found = null;
        for (SluiceLane lane = recording.takeNewLanes(); lane != null; lane = SluiceRecording.next(lane)) {
            if (lane.thread == thread) found = lane;
        }
        return found;
    }

    public void what_runs_in_a_thread_started_within_a_root_is_recorded() throws Exception {
        SluiceRecording recording = started();
        Thread child = new Thread(() -> SluiceProbe.entry(17).exit(17));
        SluiceProbe root = SluiceProbe.rootEntry(16);
        start(child);
        root.rootExit(16);
        child.join();
        recording.stop();
        Check.equal(laneOf(recording, child).positionAcquire(), 1L);
    }

    public void a_root_within_a_followed_thread_does_not_end_the_recording_of_the_thread() throws Exception {
        SluiceRecording recording = started();
        Thread child = new Thread(() -> {
            SluiceProbe.rootEntry(16).rootExit(16); // no word that says that a subgraph begins: it has begun
            SluiceProbe.entry(17).exit(17);
        });
        SluiceProbe root = SluiceProbe.rootEntry(16);
        start(child);
        root.rootExit(16);
        child.join();
        recording.stop();
        Check.equal(laneOf(recording, child).positionAcquire(), 3L);
    }

    public void a_thread_started_outside_or_after_the_root_is_not_recorded() throws Exception {
        SluiceRecording recording = started();
        SluiceProbe.rootEntry(16).rootExit(16);
        Thread child = new Thread(() -> SluiceProbe.entry(17).exit(17));
        start(child);
        child.join();
        recording.stop();
        Check.equal(laneOf(recording, child), null);
    }

    public void what_a_followed_thread_starts_is_followed() throws Exception {
        SluiceRecording recording = started();
        Thread grandchild = new Thread(() -> SluiceProbe.entry(17).exit(17));
        Thread child = new Thread(() -> start(grandchild));
        SluiceProbe root = SluiceProbe.rootEntry(16);
        start(child);
        root.rootExit(16);
        child.join();
        grandchild.join();
        recording.stop();
        Check.equal(laneOf(recording, grandchild).positionAcquire(), 1L);
    }

    public void a_thread_that_failed_to_start_is_not_followed_when_it_is_started_again_outside() throws Exception {
        SluiceRecording recording = started();
        Thread child = new Thread(() -> SluiceProbe.entry(17).exit(17));
        SluiceProbe root = SluiceProbe.rootEntry(16);
        SluiceProbe.starting(child); // and no start: the system has no more threads
        root.rootExit(16);
        start(child);
        child.join();
        recording.stop();
        Check.equal(laneOf(recording, child).positionAcquire(), 0L);
    }

    public void a_lane_outlasts_the_time_until_its_thread_runs_and_no_failed_start() throws Exception {
        SluiceRecording recording = started();
        Thread child = new Thread(() -> {});
        Thread sibling = new Thread(() -> {});
        SluiceProbe root = SluiceProbe.rootEntry(16);
        SluiceProbe.starting(child);
        SluiceLane lane = laneOf(recording, child);
        Check.that(!SluiceFollowedStart.isOver(lane), "it may still start");
        SluiceProbe.starting(sibling);
        Check.that(SluiceFollowedStart.isOver(lane), "its starter starts another");
        lane = laneOf(recording, sibling);
        Check.that(!SluiceFollowedStart.isOver(lane), "it may still start");
        root.rootExit(16);
        Check.that(SluiceFollowedStart.isOver(lane), "its starter has left the subgraph");
        recording.stop();
    }

    public void nothing_is_followed_when_nothing_records() {
        SluiceProbe.starting(new Thread(() -> {}));
    }
}
