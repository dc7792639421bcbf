package sluice.agent;

import java.io.FileInputStream;
import java.util.concurrent.Semaphore;

/** What a thread waits for a core: where that is found, and that it grows. */
public final class CoreWaitsTest {
    private static final int ROOT = 16;
    private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

    private volatile boolean busy = true;

    public void a_thread_knows_the_number_that_the_system_has_for_it() throws Exception {
        if (!LINUX) return;
        Check.that(CoreWaits.areKnown(), "the system tells");
        int[] numbers = new int[2];
        Thread thread = new Thread(() -> {
            numbers[0] = SluiceNativeThread.current();
            numbers[1] = numberByTheSystem();
        });
        thread.start();
        thread.join();
        Check.equal(numbers[0], numbers[1]);
        Check.that(numbers[0] != SluiceNativeThread.current(), "another thread's");
    }

    public void where_the_system_does_not_tell_nothing_is_known_of_any_thread() {
        if (LINUX) return;
        Check.that(!CoreWaits.areKnown(), "no /proc");
        Check.equal(SluiceNativeThread.current(), 0);
    }

    public void a_thread_that_shares_a_core_has_waited_for_it() throws Exception {
        if (!CoreWaits.areKnown()) return;
        Thread[] others = occupyCores();
        SluiceRecording recording = startedRecording();
        CoreWaits waits = null;
        try {
            SluiceProbe.rootEntry(ROOT).rootExit(ROOT);
            waits = new CoreWaits(recording.takeNewLanes());
            long startNs = System.nanoTime(); // behind the look it may wait already
            Check.equal(waits.takeNs(), 0L); // from here on
            long waitedNs = 0;
            while (waitedNs == 0) waitedNs = waits.takeNs();
            long endNs = System.nanoTime();
            Check.that(waitedNs > 0 && waitedNs <= endNs - startNs, waitedNs + " ns");
            Check.equal(waits.arrivals(), 0L); // nobody knows, for it runs
        } finally {
            recording.stop();
            busy = false;
            if (waits != null) waits.close();
        }
        for (Thread other : others) other.join();
        Check.equal(waits.takeNs(), 0L); // and no longer than until it is closed
    }

    public void of_a_thread_that_sleeps_is_known_how_often_it_came_onto_a_core() throws Exception {
        if (!CoreWaits.areKnown()) return;
        Thread[] others = occupyCores();
        SluiceRecording recording = startedRecording();
        Semaphore work = new Semaphore(1);
        Thread worker = new Thread(() -> {
            while (busy) {
                work.acquireUninterruptibly();
                SluiceProbe.rootEntry(ROOT).rootExit(ROOT);
            }
        });
        long startNs = System.nanoTime();
        worker.start();
        CoreWaits waits = null;
        try {
            SluiceLane lane = null;
            while (lane == null) lane = recording.takeNewLanes();
            waits = new CoreWaits(lane);
            while (waits.takeNs() == 0 || waits.arrivals() == 0) {
                if (worker.getState() == Thread.State.WAITING && work.availablePermits() == 0) work.release();
            }
            // Since its start: of a thread that ran at the look before, the system knew what it had run up to a tick before that look.
            long livedNs = System.nanoTime() - startNs;
            Check.that(waits.sinceNs() > startNs && waits.ranNs() > 0 && waits.ranNs() < livedNs, waits.ranNs() + " ns on a core");
        } finally {
            recording.stop();
            busy = false;
            work.release(2);
            worker.join();
            if (waits != null) waits.close();
        }
        for (Thread other : others) other.join();
    }

    /** As many threads as have twice the cores of this machine to do, until `busy` is false. */
    private Thread[] occupyCores() {
        Thread[] others = new Thread[2 * Runtime.getRuntime().availableProcessors()];
        for (int i = 0; i < others.length; i++) {
            others[i] = new Thread(() -> {
                while (busy) Thread.onSpinWait();
            });
            others[i].start();
        }
        return others;
    }

    private static SluiceRecording startedRecording() {
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NANO, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        return recording;
    }

    private static int numberByTheSystem() {
        try (FileInputStream file = new FileInputStream("/proc/thread-self/stat")) {
            byte[] text = new byte[80];
            String line = new String(text, 0, file.read(text));
            return Integer.parseInt(line.substring(0, line.indexOf(' ')));
        } catch (java.io.IOException unreadable) {
            return -1;
        }
    }
}
