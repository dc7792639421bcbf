package sluice.agent;

/** The clock that is read in bursts: which words carry times, and what the reader is told of it. */
public final class BurstsTest {
    private static final int ROOT = 16;
    private static final int CALLEE = 17;
    private static final int TURN = 3;
    private static final int HALT = 4;
    private static final int TIME = 8;
    private static final int RING_WORDS = 32_768;

    private final SluiceRecording recording =
            new SluiceRecording(SluiceRecording.BURSTS, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
    private final SluiceLane lane = recording.addPrivateLane(RING_WORDS);

    private void call(int times) {
        for (int i = 0; i < times; i++) SluiceProbe.entry(CALLEE).exit(CALLEE);
    }

    /** Of root calls with so many callees each, as many as fill half a ring: how many words tell a time in a pause. */
    private int timesOfRoots(int callees) {
        recording.start();
        SluiceProbe first = SluiceProbe.rootEntry(ROOT);
        call(100_000); // until it is compiled, and fast
        while (timeOf(word(lane.positionAcquire() - 1)) != 0) call(1);
        first.rootExit(ROOT);
        lane.drainedRelease(lane.positionAcquire());
        long from = lane.positionAcquire();
        while (lane.positionAcquire() - from < RING_WORDS / 2) {
            SluiceProbe root = SluiceProbe.rootEntry(ROOT);
            call(callees);
            root.rootExit(ROOT);
        }
        recording.stop();
        int times = 0;
        for (long at = from; at < lane.positionAcquire(); at++) {
            if (idOf(word(at)) != TIME) continue;
            times++;
            long next = word(idOf(word(at + 1)) == TURN ? at + 2 : at + 1);
            Check.equal(idOf(next), ROOT);
            Check.equal(timeOf(next), 0L);
        }
        return times;
    }

    private long word(long at) {
        return lane.ring()[(int) at & RING_WORDS - 1];
    }

    private static int idOf(long word) {
        return (int) word & 0x7ffff;
    }

    private static long timeOf(long word) {
        return word >>> 20;
    }

    /** Words of methods with times; fails where a time stands in a pause or is missing in a burst. */
    private int timesAsTold() {
        long clock = 1;
        long next = -1;
        int times = 0;
        for (long at = 0; at < lane.positionAcquire(); at++) {
            long word = word(at);
            if (idOf(word) == TURN) {
                next = timeOf(word);
                continue;
            }
            if (idOf(word) < ROOT) continue;
            Check.equal(timeOf(word) != 0, clock > 0);
            if (clock > 0) times++;
            if (next >= 0) {
                clock = next;
                next = -1;
            }
        }
        return times;
    }

    public void frequent_words_have_times_in_bursts_and_all_are_there() {
        recording.start();
        SluiceProbe root = SluiceProbe.rootEntry(ROOT);
        call(100_000); // until it is compiled, and fast
        lane.drainedRelease(lane.positionAcquire());
        long from = lane.positionAcquire();
        call(10_000);
        root.rootExit(ROOT);
        recording.stop();
        int methods = 0;
        int times = 0;
        for (long at = from; at < lane.positionAcquire(); at++) {
            if (idOf(word(at)) >= ROOT) methods++;
            if (idOf(word(at)) >= ROOT && timeOf(word(at)) != 0) times++;
        }
        Check.equal(methods, 20_001);
        Check.that(times > 200 && times < 2_500, times + " of " + methods + " words have times");
    }

    public void the_reader_is_told_before_the_word_after_which_the_clock_turns() {
        recording.start();
        SluiceProbe root = SluiceProbe.rootEntry(ROOT);
        call(10_000);
        root.rootExit(ROOT);
        recording.stop();
        Check.equal(idOf(word(1)), TURN); // after ROOT_IN
        Check.equal(timeOf(word(1)), 1L);
        Check.that(timesAsTold() > 64, "the first burst");
    }

    public void long_root_calls_are_timed_in_pauses() {
        int roots = RING_WORDS / 2 / 205;
        int times = timesOfRoots(100);
        Check.that(times > 1.5 * roots && times <= 2 * roots + 2, times + " times in " + roots + " root calls");
    }

    public void of_short_root_calls_some_are_timed_in_pauses() {
        int times = timesOfRoots(1);
        int most = RING_WORDS / 2 / 64 * 2;
        Check.that(times > most / 3 && times < 1.5 * most, times + " times");
    }

    public void a_root_called_after_a_halt_has_times_at_once() {
        recording.start();
        SluiceProbe root = SluiceProbe.rootEntry(ROOT);
        call(5_000);
        while (timeOf(word(lane.positionAcquire() - 1)) != 0) call(1);
        root.rootExit(ROOT);
        long at = lane.positionAcquire();
        lane.endPause(at, System.nanoTime() - 40_000_000);
        root = SluiceProbe.rootEntry(ROOT);
        call(10);
        root.rootExit(ROOT);
        recording.stop();
        int untimed = 0;
        for (; at < lane.positionAcquire(); at++) {
            Check.that(idOf(word(at)) != HALT, "it halted outside");
            if (idOf(word(at)) >= ROOT && timeOf(word(at)) == 0) untimed++;
        }
        Check.equal(untimed, 1); // the entry of the root, after which the clock turns
    }

    public void rare_words_all_have_times() throws InterruptedException {
        recording.start();
        SluiceProbe root = SluiceProbe.rootEntry(ROOT);
        for (int i = 0; i < 300; i++) {
            call(1);
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < 5_000) {}
        }
        root.rootExit(ROOT);
        recording.stop();
        Check.equal(timesAsTold(), 602);
    }

    public void a_halt_in_a_pause_is_told_and_ends_it() {
        recording.start();
        SluiceProbe root = SluiceProbe.rootEntry(ROOT);
        call(5_000);
        while (timeOf(word(lane.positionAcquire() - 1)) != 0) call(1);
        long sinceNs = System.nanoTime() - 40_000_000;
        long at = lane.positionAcquire();
        lane.endPause(at, sinceNs); // as the pump, which saw the lane here since then
        call(100);
        root.rootExit(ROOT);
        recording.stop();
        Check.equal(idOf(word(at)), HALT);
        Check.that(timeOf(word(at)) >= 40_000_000L, timeOf(word(at)) + " ns");
        Check.equal(idOf(word(at + 1)), TURN);
        Check.that(timeOf(word(at + 1)) >= 1, "it runs");
        Check.equal(timeOf(word(at + 2)), 0L);
        Check.that(timeOf(word(at + 3)) != 0, "the word after the next has a time");
    }
}
