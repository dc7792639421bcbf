package sluice.agent;

public final class StartupTest {
    private static final long IDLE_MS = 200;
    private static final long LONGEST_MS = 900;

    public void a_program_starts_when_the_tool_lets_it() {
        Startup startup = new Startup();
        startup.resume();
        Check.equal(true, startup.await(System::nanoTime, IDLE_MS, LONGEST_MS));
    }

    public void a_tool_that_gets_nowhere_is_not_waited_for() {
        long startNs = System.nanoTime();
        Check.equal(false, new Startup().await(() -> startNs, IDLE_MS, Long.MAX_VALUE / 1_000_000));
    }

    public void a_tool_that_gets_on_is_waited_for_but_not_for_ever() {
        long startNs = System.nanoTime();
        Check.equal(false, new Startup().await(System::nanoTime, IDLE_MS, LONGEST_MS));
        Check.equal(true, System.nanoTime() - startNs > LONGEST_MS * 1_000_000);
    }
}
