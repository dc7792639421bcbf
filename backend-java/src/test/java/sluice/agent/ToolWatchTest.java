package sluice.agent;

public final class ToolWatchTest {
    /** Without a session: where it would end that, it fails. */
    private static ToolWatch watch() {
        return new ToolWatch(null, new Questions(new Outbox(new MemoryTransport(new byte[0], 1))));
    }

    public void a_standstill_of_the_process_is_no_silence_of_the_tool() {
        ToolWatch watch = watch();
        long startNs = System.nanoTime();
        watch.look(startNs, null);
        watch.look(startNs + 12_000_000_000L, null);
    }

    public void a_tool_that_is_silent_while_the_process_runs_is_left() {
        ToolWatch watch = watch();
        long startNs = System.nanoTime();
        Check.fails(NullPointerException.class, "", () -> {
            for (long elapsedMs = 0; elapsedMs <= 12_000; elapsedMs += 500) watch.look(startNs + elapsedMs * 1_000_000, null);
        });
    }
}
