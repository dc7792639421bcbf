package sluice.agent;

import java.util.Arrays;

/** Timed regions: threads pass as fast as they can, another reads. */
public final class RegionTest {
    private static final int PASSES = 300_000;
    /** What the test's own threads are not. */
    private static final Class<?> NOBODY = AgentThread.class;

    private final SluiceRegion region = SluiceRegion.start(NOBODY);
    private final RegionReader reader = new RegionReader(region);
    private final long[] durationsNs = new long[BlockLayout.MAX_EVENTS];

    public void every_pass_of_every_thread_is_counted_once() throws Exception {
        long startNs = System.nanoTime();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int pass = 0; pass < PASSES; pass++) pass(region.id());
            });
            threads[i].start();
        }
        long kept = 0;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                kept += readAll(false, startNs);
                thread.join(1);
            }
        }
        region.stop();
        kept += readAll(true, startNs);
        Check.equal(reader.passes(), 4L * PASSES);
        Check.equal(kept + reader.lostPasses(), reader.passes());
    }

    public void what_nobody_reads_in_time_is_counted_as_lost() {
        int more = 100;
        for (int pass = 0; pass < SluiceRegion.ringSlots() + more; pass++) pass(region.id());
        region.stop();
        Check.equal(readAll(true, 0), (long) SluiceRegion.ringSlots());
        Check.equal(reader.lostPasses(), (long) more);
        Check.equal(reader.takeLost(), more);
        Check.that(!reader.hasLost(), "told twice");
    }

    public void a_duration_is_what_lies_between_enter_and_leave() {
        long before = System.nanoTime();
        long start = SluiceRegion.enter(0);
        long entered = System.nanoTime();
        while (System.nanoTime() - entered < 1_000_000) Thread.onSpinWait();
        long leaving = System.nanoTime();
        Check.equal(SluiceRegion.leave(start, region.id()), 0L);
        long after = System.nanoTime();
        region.stop();
        int ring = 0;
        while (reader.read(ring, durationsNs, 1, true) == 0) ring++;
        Check.that(durationsNs[0] >= leaving - entered, durationsNs[0] + " ns is too little");
        Check.that(durationsNs[0] <= after - before, durationsNs[0] + " ns is too much");
    }

    public void who_is_inside_does_not_enter_again_and_who_is_outside_does_not_leave() {
        long start = SluiceRegion.enter(0);
        Check.equal(SluiceRegion.enter(start), start);
        SluiceRegion.leave(SluiceRegion.leave(start, region.id()), region.id());
        region.stop();
        readAll(true, 0);
        Check.equal(reader.passes(), 1L);
        Check.equal(SluiceRegion.enter(0), 0L);
    }

    public void a_pass_that_began_before_its_region_is_none() {
        long start = SluiceRegion.enter(0);
        SluiceRegion later = SluiceRegion.start(NOBODY);
        SluiceRegion.leave(start, later.id());
        later.stop();
        Check.equal(passesOf(later), 0L);
        region.stop();
    }

    public void regions_at_the_same_time_keep_their_own_passes() {
        SluiceRegion other = SluiceRegion.start(NOBODY);
        for (int i = 0; i < 3; i++) pass(region.id());
        for (int i = 0; i < 5; i++) pass(other.id());
        other.stop();
        pass(other.id());
        pass(region.id());
        region.stop();
        readAll(true, 0);
        Check.equal(reader.passes(), 4L);
        Check.equal(passesOf(other), 5L);
    }

    public void threads_of_the_agent_are_not_timed() throws Exception {
        AgentThread thread = new AgentThread("test") {
            @Override
            public void run() {
                pass(region.id());
            }
        };
        thread.start();
        thread.join();
        region.stop();
        readAll(true, 0);
        Check.equal(reader.passes(), 0L);
    }

    public void the_ring_of_a_dead_thread_is_the_next_ones() throws Exception {
        int threads = 3 * SluiceRegion.ringCount();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> pass(region.id()));
            thread.start();
            thread.join();
            reader.lookAround();
        }
        region.stop();
        int first = reader.waiting(SluiceRegion.ringCount() - 1);
        Check.equal(first, threads);
    }

    public void a_pass_that_found_no_stack_to_end_on_is_counted_without_a_time() {
        SluiceRegion.missedPasses += 2; // as the method's last handler does
        pass(region.id());
        reader.lookAround();
        region.stop();
        readAll(true, 0);
        Check.equal(reader.passes(), 3L);
        Check.equal(reader.lostPasses(), 2L);
    }

    public void calibration_answers_with_costs_that_fit_each_other() throws Exception {
        region.stop();
        Packet answer = Packet.read(new MemoryTransport(RegionCalibrator.answer(5), 3), Protocol.MAX_LENGTH);
        PacketReader fields = answer.fields();
        double emptyNs = fields.f64("emptyNs");
        double passNs = fields.f64("passNs");
        double spreadNs = fields.f64("spreadNs");
        fields.end();
        Check.that(emptyNs > 0 && emptyNs < passNs, "an empty pass measures " + emptyNs + " ns and costs " + passNs);
        Check.that(spreadNs >= 0, "spread " + spreadNs);
    }

    private static void pass(int id) {
        long start = SluiceRegion.enter(0);
        SluiceRegion.leave(start, id);
    }

    private static long passesOf(SluiceRegion region) {
        long passes = 0;
        for (int ring = 0; ring < SluiceRegion.ringCount(); ring++) passes += region.passesOf(ring);
        return passes;
    }

    /** @return how many durations there were; each is checked to lie between 0 and the time since then */
    private long readAll(boolean last, long sinceNs) {
        long count = 0;
        for (int ring = 0; ring < SluiceRegion.ringCount(); ring++) {
            int read = reader.read(ring, durationsNs, BlockLayout.MAX_EVENTS, last);
            long longest = Arrays.stream(durationsNs, 0, read).max().orElse(0);
            Check.that(longest <= System.nanoTime() - sinceNs, "a pass of " + longest + " ns");
            count += read;
        }
        return count;
    }
}
