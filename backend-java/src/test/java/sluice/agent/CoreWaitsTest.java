package sluice.agent;

import java.io.FileInputStream;

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
        Thread[] others = new Thread[2 * Runtime.getRuntime().availableProcessors()];
        for (int i = 0; i < others.length; i++) {
            others[i] = new Thread(() -> {
                while (busy) Thread.onSpinWait();
            });
            others[i].start();
        }
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NANO, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        CoreWaits waits = null;
        try {
            SluiceProbe.rootEntry(ROOT).rootExit(ROOT);
            waits = new CoreWaits(recording.takeNewLanes());
            Check.equal(waits.takeNs(), 0L); // from here on
            long startNs = System.nanoTime();
            long waitedNs = 0;
            while (waitedNs == 0) waitedNs = waits.takeNs();
            Check.that(waitedNs > 0 && waitedNs <= System.nanoTime() - startNs, waitedNs + " ns");
        } finally {
            recording.stop();
            busy = false;
            if (waits != null) waits.close();
        }
        for (Thread other : others) other.join();
        Check.equal(waits.takeNs(), 0L); // and no longer than until it is closed
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
