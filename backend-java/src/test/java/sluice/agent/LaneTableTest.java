package sluice.agent;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;

/** The table of lanes: many threads at once, and more than it begins with. */
public final class LaneTableTest {
    private static final int THREADS = 300;

    private static SluiceRecording newRecording() {
        return new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
    }

    public void every_thread_finds_its_own_lane_while_the_table_grows() throws Exception {
        SluiceRecording recording = newRecording();
        recording.start();
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                try {
                    together.await();
                } catch (Exception impossible) {
                    throw new IllegalStateException(impossible);
                }
                for (int call = 0; call < 50; call++) {
                    callWithinRoot();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) thread.join();
        recording.stop();
        Set<Long> seen = new HashSet<>();
        for (SluiceLane lane = recording.takeNewLanes(); lane != null; lane = SluiceRecording.next(lane)) {
            Check.equal(lane.positionAcquire(), 250L);
            Check.that(seen.add(lane.threadId), "two lanes of one thread");
        }
        Check.equal(seen.size(), THREADS);
    }

    public void removed_lanes_leave_the_others_where_they_are_found() throws Exception {
        SluiceRecording recording = newRecording();
        recording.start();
        SluiceProbe root = SluiceProbe.rootEntry(16);
        for (int round = 0; round < 500; round++) {
            Thread thread = new Thread(() -> {
                SluiceProbe.rootEntry(16).rootExit(16);
            });
            thread.start();
            thread.join();
            for (SluiceLane lane = recording.takeNewLanes(); lane != null; ) {
                SluiceLane next = SluiceRecording.next(lane);
                if (lane.thread == thread) recording.remove(lane);
                lane = next;
            }
        }
        SluiceLane own = SluiceProbe.suspend();
        Check.that(own != null && own.thread == Thread.currentThread(), "the own lane is lost");
        SluiceProbe.resume(own, 0, 0);
        root.rootExit(16);
        recording.stop();
        Check.equal(own.positionAcquire(), 3L);
    }

    public void the_likely_lane_is_a_shortcut_for_its_own_thread_only() throws Exception {
        SluiceRecording recording = newRecording();
        recording.start();
        SluiceProbe root = SluiceProbe.rootEntry(16);
        SluiceLane own = recording.takeNewLanes();
        Thread other = new Thread(() -> {
            callWithinRoot();
            recording.expectMostFrom(own); // not its own
            callWithinRoot();
        });
        other.start();
        other.join();
        SluiceLane others = recording.takeNewLanes();
        Check.equal(others.positionAcquire(), 10L);
        recording.expectMostFrom(others);
        callWithinRoot();
        recording.expectMostFrom(own);
        callWithinRoot();
        recording.remove(others);
        callWithinRoot();
        root.rootExit(16);
        SluiceProbe.entry(17).exit(17); // outside: likely or not
        recording.stop();
        Check.equal(own.positionAcquire(), 15L);

        SluiceRecording following = newRecording();
        following.start();
        recording.expectMostFrom(own); // too late
        callWithinRoot();
        following.stop();
        Check.equal(own.positionAcquire(), 15L);
        Check.equal(following.takeNewLanes().positionAcquire(), 5L);
    }

    private static void callWithinRoot() {
        SluiceProbe root = SluiceProbe.rootEntry(16);
        SluiceProbe.entry(17).exit(17);
        root.rootExit(16);
    }

    public void while_a_recording_is_paused_frames_only_end() throws Exception {
        SluiceRecording recording = newRecording();
        recording.start();
        SluiceProbe root = SluiceProbe.rootEntry(16);
        SluiceProbe open = SluiceProbe.entry(17);
        SluiceLane own = recording.takeNewLanes();
        recording.expectMostFrom(own);
        Check.equal(own.positionAcquire(), 3L);
        recording.pause();
        callWithinRoot();
        recording.expectMostFrom(own); // the pump goes on
        SluiceProbe.entry(18).exit(18);
        SluiceProbe.count(19);
        open.exit(17);
        Check.equal(own.positionAcquire(), 3L); // the next word tells it
        SluiceProbe unseen = SluiceProbe.entry(20);
        Thread other = new Thread(LaneTableTest::callWithinRoot);
        other.start();
        other.join();
        SluiceLane suspended = SluiceProbe.suspend();
        Check.that(SluiceProbe.wasInGraph(suspended), "the thread is within its root");
        SluiceProbe.resume(suspended, 0, 0);
        recording.resume();
        unseen.exit(20);
        SluiceProbe.entry(17).exit(17);
        root.rootExit(16);
        recording.pause();
        recording.stop();
        callWithinRoot();
        Check.equal(own.positionAcquire(), 6L);
        Check.equal(recording.takeNewLanes(), null);
    }

    public void threads_of_the_agent_get_no_lane() throws Exception {
        SluiceRecording recording = newRecording();
        recording.start();
        AgentThread thread = new AgentThread("test") {
            @Override
            public void run() {
                SluiceProbe.rootEntry(16).rootExit(16);
            }
        };
        thread.start();
        thread.join();
        recording.stop();
        Check.equal(recording.takeNewLanes(), null);
    }

    public void nothing_is_recorded_when_nothing_runs() {
        SluiceProbe root = SluiceProbe.rootEntry(16);
        SluiceProbe.entry(17).exit(17);
        root.rootExit(16);
        Check.equal(SluiceProbe.suspend(), null);
    }

    public void a_thread_waits_a_second_for_the_lock_of_one_that_died() throws Exception {
        SluiceRecording recording = newRecording();
        recording.start();
        Thread program = beginWithinHeldLock(recording);
        long startNs = System.nanoTime();
        program.join();
        long waitedMs = (System.nanoTime() - startNs) / 1_000_000;
        hold(recording, 0);
        recording.stop();
        Check.that(waitedMs >= 900 && waitedMs < 5_000, waitedMs + " ms");
        Check.equal(recording.refusedLanes(), 1L);
    }

    public void a_standstill_of_the_JVM_is_in_no_wait_for_the_lock() throws Exception {
        if (!System.getProperty("os.name").equals("Linux")) return;
        SluiceRecording recording = newRecording();
        recording.start();
        Thread program = beginWithinHeldLock(recording);
        long pid = ProcessHandle.current().pid();
        String stop = "kill -STOP " + pid + "; sleep 1.5; kill -CONT " + pid;
        long startNs = System.nanoTime();
        new ProcessBuilder("sh", "-c", stop).start().waitFor();
        Check.that(System.nanoTime() - startNs >= 1_500_000_000L, "it stood still");
        hold(recording, 0); // who holds it goes on after that
        program.join();
        recording.stop();
        Check.equal(recording.refusedLanes(), 0L);
    }

    /** A thread that waits for the lock, which nobody gives back. */
    private static Thread beginWithinHeldLock(SluiceRecording recording) throws Exception {
        hold(recording, Long.MAX_VALUE);
        Thread program = new Thread(() -> callWithinRoot());
        program.start();
        while (program.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
        return program;
    }

    private static void hold(SluiceRecording recording, long threadId) throws ReflectiveOperationException {
        Field lockedBy = SluiceRecording.class.getDeclaredField("lockedBy");
        lockedBy.setAccessible(true);
        lockedBy.setLong(recording, threadId);
    }
}
