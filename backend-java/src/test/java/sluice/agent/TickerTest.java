package sluice.agent;

/** The clock that a thread keeps: what it tells, and what events read when it does not. */
public final class TickerTest {
    private static final int ROOT = 16;
    private static final long TIME_MASK = (1L << 44) - 1;

    private final TickerThread thread = new TickerThread();
    private final long[] told = new long[SluiceTicker.FIELDS];

    private void startTicking() {
        thread.start();
        while (SluiceTicker.cell() == 0) SluiceAccess.park(100_000);
    }

    private SluiceLane recordOneCall(SluiceRecording recording) {
        SluiceLane lane = recording.addPrivateLane(64);
        recording.start();
        SluiceProbe.rootEntry(ROOT).rootExit(ROOT);
        recording.stop();
        return lane;
    }

    private static SluiceRecording recordingByTicker() {
        return new SluiceRecording(SluiceRecording.TICKER, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
    }

    public void it_tells_that_it_runs_before_it_ticks_and_leaves_no_clock_behind() {
        startTicking();
        Check.that(thread.ticker.hasUntold(), "told before the first tick");
        thread.ticker.take(told);
        Check.equal(told[0], (long) SluiceTicker.RUNS);
        Check.that(told[1] <= SluiceTicker.cell(), "since before the first tick");
        thread.end();
        Check.that(!thread.isAlive(), "the thread ends");
        Check.equal(SluiceTicker.cell(), 0L);
    }

    public void events_have_its_time_while_it_runs() {
        startTicking();
        long before = SluiceTicker.cell();
        SluiceLane lane = recordOneCall(recordingByTicker());
        long after = SluiceTicker.cell();
        thread.end();
        long time = lane.ring()[1] >>> 20;
        Check.that(time >= (before & TIME_MASK) && time <= (after & TIME_MASK), before + " <= " + time + " <= " + after);
    }

    public void events_read_the_clock_themselves_where_nobody_keeps_it() {
        long before = System.nanoTime() & TIME_MASK;
        SluiceLane lane = recordOneCall(recordingByTicker());
        Check.that(lane.ring()[1] >>> 20 >= before, "a time of System.nanoTime");
    }

    public void two_of_them_never_keep_it_at_once() {
        startTicking();
        TickerThread second = new TickerThread();
        second.start();
        long last = SluiceTicker.cell();
        for (int i = 0; i < 100_000; i++) {
            long now = SluiceTicker.cell();
            Check.that(now >= last, "it went back from " + last + " to " + now);
            last = now;
            thread.ticker.forget();
        }
        second.end();
        Check.that(SluiceTicker.cell() != 0, "the first goes on");
        thread.end();
        Check.equal(SluiceTicker.cell(), 0L);
    }
}
