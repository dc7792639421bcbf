package sluice.agent;

/** Waits of 2 s by a clock that begins now. What the pump has not looked at is not in them. */
public final class ProgressTest {
    private static final long PATIENCE_NS = 2_000_000_000L;

    private final long zeroNs = System.nanoTime();
    private final SluiceProgress progress = new SluiceProgress();

    private void look(int atMs, int progressAtMs) {
        progress.gotOn(at(progressAtMs));
        progress.look(at(atMs));
    }

    /** A wait since 0. */
    private boolean isVain(int atMs) {
        return progress.isVain(at(atMs), zeroNs, PATIENCE_NS);
    }

    private long at(int ms) {
        return zeroNs + ms * 1_000_000L;
    }

    public void a_wait_without_progress_is_in_vain() {
        look(2_100, -1_000);
        Check.equal(isVain(2_110), true);
    }

    public void a_wait_is_not_in_vain_while_either_is_short() {
        look(1_900, -1_000);
        Check.equal(isVain(1_910), false);
        look(3_000, 1_500);
        Check.equal(isVain(3_010), false);
    }

    public void after_a_standstill_of_the_JVM_a_wait_goes_on_until_the_pump_has_looked() {
        look(100, 50);
        Check.equal(isVain(30_000), false);
        look(30_001, 30_001); // it looks anew after a standstill: ToolWatch
        Check.equal(isVain(30_002), false);
        look(32_100, 30_001);
        Check.equal(isVain(32_101), true);
    }

    public void a_standstill_at_the_end_of_a_wait_is_not_in_it() {
        look(1_500, -1_000);
        Check.equal(isVain(2_400), false);
    }

    public void a_pump_that_looks_no_more_is_missed_for_eight_seconds() {
        look(100, 50);
        Check.equal(isVain(5_000), false);
        Check.equal(isVain(12_900), false);
        Check.equal(isVain(13_100), true);
    }

    public void a_pump_that_looks_again_is_missed_anew() {
        look(100, 50);
        Check.equal(isVain(5_000), false);
        look(6_000, 6_000);
        Check.equal(isVain(14_000), false);
        Check.equal(isVain(21_900), false);
    }
}
