package sluice.agent;

public final class ToolWatchTest {
    /** Without a session: where it would end that, it fails. */
    static ToolWatch watch(Outbox outbox) {
        HotSwap noSwaps = new HotSwap(null, new ClassRegistry(), null, new InstrumentedClasses(), null, null, null, null);
        return new ToolWatch(null, new Questions(outbox), noSwaps);
    }

    private static ToolWatch watch() {
        return watch(new Outbox(new MemoryTransport(new byte[0], 1)));
    }

    public void a_swap_that_the_JVM_is_at_gets_on_for_twenty_seconds_though_the_tool_says_nothing() {
        ToolWatch watch = watch();
        watch.heard(true);
        long heardNs = System.nanoTime();
        long afterNs = heardNs + 15_000_000_000L;
        Check.equal(afterNs, watch.progressNs(afterNs, true));
        Check.equal(afterNs, watch.progressNs(afterNs + 3_000_000_000L, false));
        Check.equal(afterNs, watch.progressNs(heardNs + 20_000_000_000L, true));
    }

    public void a_standstill_of_the_process_is_no_silence_of_the_tool() {
        ToolWatch watch = watch();
        long startNs = System.nanoTime();
        watch.look(startNs, 0, null);
        watch.look(startNs + 12_000_000_000L, 0, null);
    }

    public void a_tool_that_counts_steps_in_the_event_file_is_neither_silent_nor_idle() {
        ToolWatch watch = watch();
        long startNs = System.nanoTime();
        for (long elapsedMs = 0; elapsedMs <= 12_000; elapsedMs += 500) {
            long nowNs = startNs + elapsedMs * 1_000_000;
            watch.look(nowNs, elapsedMs / 1_000, null);
            long idleNs = nowNs - watch.progressNs(nowNs, false);
            if (elapsedMs >= 1_000) Check.that(idleNs <= 500_000_000L, "no step for " + idleNs + " ns");
        }
    }

    public void a_tool_that_is_silent_while_the_process_runs_is_left() {
        ToolWatch watch = watch();
        long startNs = System.nanoTime();
        Check.fails(NullPointerException.class, "", () -> {
            for (long elapsedMs = 0; elapsedMs <= 12_000; elapsedMs += 500) watch.look(startNs + elapsedMs * 1_000_000, 7, null);
        });
    }
}
