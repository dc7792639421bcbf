package sluice.agent;

import java.util.concurrent.locks.LockSupport;

/** Lanes under stress: one thread records as fast as it can, another drains. */
public final class LaneTest {
    private static final int CALLS = 300_000;

    /** Drains lanes as the pump does, and checks what it finds. */
    private static final class Reader extends Thread {
        final SluiceRecording recording;
        volatile SluiceLane lane;
        volatile boolean ending;
        long words;
        long expected;
        String fault = "";
        int slowness;
        boolean expectsMost;
        /** So long after the start it drains other lanes than ours. */
        long busyElsewhereNs;

        Reader(boolean timed, long fullWaitNs) {
            recording = new SluiceRecording(timed ? SluiceRecording.NANO : SluiceRecording.NO_CLOCK, fullWaitNs, 0, false, this, AgentThread.class, null);
        }

        @Override
        public void run() {
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < busyElsewhereNs) {
                recording.drains.gotOn(System.nanoTime());
                recording.look(System.nanoTime(), startNs);
                LockSupport.parkNanos(1_000_000);
            }
            while (true) {
                boolean last = ending;
                for (SluiceLane next = recording.takeNewLanes(); next != null; next = SluiceRecording.next(next)) {
                    lane = next;
                    if (expectsMost) recording.expectMostFrom(next);
                }
                if (lane != null) drain();
                recording.look(System.nanoTime(), startNs);
                if (last) return;
                LockSupport.parkNanos(slowness * 1_000L);
            }
        }

        private void drain() {
            long end = lane.positionAcquire();
            long[] ring = lane.ring();
            for (long at = lane.drained(); at < end; at++) take(ring[(int) at & ring.length - 1]);
            lane.drainedRelease(end);
            lane.makeRoom();
        }

        /** ROOT_IN, then entry and exit of the same id again and again, ids counting up. */
        private void take(long word) {
            int id = (int) word & 0x7ffff;
            words++;
            if (id < 16) return;
            boolean exit = (word >> 19 & 1) == 1;
            long wanted = 16 + expected / 2 % 1_000;
            if (id != wanted || exit != (expected % 2 == 1)) {
                if (fault.isEmpty()) fault = "word " + words + ": id " + id + ", exit " + exit + ", expected " + wanted;
            }
            expected++;
        }
    }

    private static void run(Reader reader, int calls) throws InterruptedException {
        reader.start();
        reader.recording.start();
        try {
            for (int i = 0; i < calls; i++) {
                SluiceProbe.rootEntry(16 + i % 1_000).rootExit(16 + i % 1_000);
            }
        } finally {
            reader.recording.stop();
            reader.ending = true;
            reader.join();
        }
    }

    public void nothing_is_lost_and_the_order_is_kept() throws Exception {
        Reader reader = new Reader(true, 10_000_000_000L);
        run(reader, CALLS);
        Check.equal(reader.lane.droppedEvents(), 0L);
        Check.equal(reader.fault, "");
        Check.equal(reader.expected, 2L * CALLS);
        Check.equal(reader.words, reader.lane.drained());
    }

    public void a_slow_reader_makes_the_ring_grow_and_the_owner_wait() throws Exception {
        Reader reader = new Reader(false, 10_000_000_000L);
        reader.slowness = 2_000;
        run(reader, CALLS);
        Check.equal(reader.fault, "");
        Check.equal(reader.expected, 2L * CALLS);
        Check.equal(reader.lane.ring().length, 131_072);
        Check.that(reader.lane.waitedNs() > 0, "it never waited");
    }

    public void the_ring_of_the_thread_that_records_most_grows_longer() throws Exception {
        Reader reader = new Reader(false, 10_000_000_000L);
        reader.slowness = 20_000;
        reader.expectsMost = true;
        run(reader, 5 * CALLS);
        Check.equal(reader.fault, "");
        Check.equal(reader.lane.ring().length, 524_288);
    }

    public void without_room_and_without_patience_events_are_dropped_and_counted() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NANO, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        try {
            for (int i = 0; i < 10_000; i++) {
                SluiceProbe.rootEntry(16).rootExit(16);
            }
        } finally {
            recording.stop();
        }
        SluiceLane lane = recording.takeNewLanes();
        Check.equal(lane.positionAcquire(), 1_024L);
        Check.equal(lane.droppedEvents() + lane.positionAcquire(), 30_000L);
    }

    public void a_word_that_waits_for_room_when_the_recording_stops_comes_after_its_end_and_is_not_lost() throws Exception {
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NANO, 60_000_000_000L, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        Thread program = new Thread(() -> {
            for (int i = 0; i < 10_000; i++) SluiceProbe.rootEntry(16).rootExit(16);
        });
        program.start();
        while (program.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
        recording.stop();
        program.join();
        SluiceLane lane = recording.takeNewLanes();
        Check.equal(lane.positionAcquire(), 1_024L);
        Check.equal(lane.droppedEvents(), 0L);
    }

    public void a_thread_that_waits_in_vain_does_not_wait_again() throws Exception {
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NANO, 100_000_000, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        LookingPump pump = LookingPump.at(recording);
        long startNs = System.nanoTime();
        try {
            for (int i = 0; i < 10_000; i++) {
                SluiceProbe.rootEntry(16).rootExit(16);
            }
        } finally {
            recording.stop();
            pump.end();
        }
        long elapsedMs = (System.nanoTime() - startNs) / 1_000_000;
        Check.that(elapsedMs >= 100 && elapsedMs < 1_000, elapsedMs + " ms");
        SluiceLane lane = recording.takeNewLanes();
        Check.that(lane.waitedNs() >= 100_000_000L, "the wait is accounted for");
    }

    public void a_thread_waits_while_anything_moves_however_long_that_takes() throws Exception {
        Reader reader = new Reader(true, 1_000_000_000);
        reader.busyElsewhereNs = 2_000_000_000;
        run(reader, 1_000);
        Check.equal(reader.lane.droppedEvents(), 0L);
        Check.equal(reader.expected, 2_000L);
        Check.that(reader.lane.waitedNs() > 1_500_000_000L, "it waited only " + reader.lane.waitedNs() + " ns");
    }

    public void waiting_leaves_the_interrupt_status_and_the_permit_alone() throws Exception {
        // The pump is another thread: waking it would give this one a permit.
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NANO, 50_000_000, 0, false, new Thread(), AgentThread.class, null);
        LookingPump pump = LookingPump.at(recording);
        LockSupport.unpark(Thread.currentThread());
        recording.start();
        try {
            for (int i = 0; i < 10_000; i++) SluiceProbe.rootEntry(16).rootExit(16);
        } finally {
            recording.stop();
        }
        pump.end();
        Check.that(recording.takeNewLanes().waitedNs() > 0, "it did not wait");
        long startNs = System.nanoTime();
        LockSupport.parkNanos(5_000_000_000L);
        Check.that(System.nanoTime() - startNs < 2_000_000_000L, "the permit was used up");

        SluiceRecording second =
                new SluiceRecording(SluiceRecording.NANO, 50_000_000, 0, false, new Thread(), AgentThread.class, null);
        pump = LookingPump.at(second);
        Thread.currentThread().interrupt();
        second.start();
        for (int i = 0; i < 10_000; i++) SluiceProbe.rootEntry(16).rootExit(16);
        second.stop();
        Check.equal(Thread.interrupted(), true);
        pump.end();
        Check.that(second.takeNewLanes().waitedNs() > 0, "it did not wait");
    }

    public void who_waited_for_room_in_whole_naps_sleeps_in_its_next_park() throws Exception {
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NANO, 50_000_000, 0, false, new Thread(), AgentThread.class, null);
        LockSupport.parkNanos(1); // of a permit of another test's
        LookingPump pump = LookingPump.at(recording);
        recording.start();
        for (int i = 0; i < 10_000; i++) SluiceProbe.rootEntry(16).rootExit(16);
        recording.stop();
        pump.end();
        Check.that(recording.takeNewLanes().waitedNs() > 0, "it did not wait");
        Check.that(Parked.forMs(50), "a permit was left");
    }

    public void a_suspended_thread_records_nothing_and_its_wait_is_told() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NANO, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        try {
            SluiceProbe root = SluiceProbe.rootEntry(16);
            SluiceLane lane = SluiceProbe.suspend();
            Check.equal(SluiceProbe.suspend(), null);
            SluiceProbe inner = SluiceProbe.rootEntry(17);
            SluiceProbe.entry(18).exit(18);
            inner.rootExit(17);
            SluiceProbe.resume(lane, 12_345, 0);
            root.rootExit(16);
            Check.equal(lane.positionAcquire(), 4L);
            Check.equal(lane.ring()[2], 12_345L << 20 | 1);
            Check.equal(lane.ring()[3] & 0xfffff, 1L << 19 | 16);
        } finally {
            recording.stop();
        }
    }

    public void of_a_wait_that_lasts_over_a_reset_what_is_after_it_is_counted() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NANO, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        try {
            SluiceProbe root = SluiceProbe.rootEntry(16);
            SluiceProbe.resume(SluiceProbe.suspend(), 1_000_000_000, 0);
            SluiceLane lane = SluiceProbe.suspend();
            Check.equal(lane.waitedNs(), 1_000_000_000L);
            recording.setResultsSince(System.nanoTime());
            SluiceProbe.resume(lane, 60_000_000_000L, 0);
            Check.that(lane.waitedNs() < 31_000_000_000L, "waited " + lane.waitedNs() + " ns");
            root.rootExit(16);
            Check.equal(lane.ring()[3], 60_000_000_000L << 20 | 1);
        } finally {
            recording.stop();
        }
    }

    public void activations_of_an_earlier_recording_are_not_seen() throws Exception {
        SluiceRecording first = new SluiceRecording(SluiceRecording.NANO, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        SluiceRecording second = new SluiceRecording(SluiceRecording.NANO, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        first.start();
        SluiceProbe root = SluiceProbe.rootEntry(16);
        SluiceProbe method = SluiceProbe.entry(17);
        SluiceLane lane = first.takeNewLanes();
        first.stop();
        second.start();
        method.exit(17);
        root.rootExit(16);
        SluiceProbe.entry(18).exit(18);
        second.stop();
        Check.equal(lane.positionAcquire(), 3L);
        Check.equal(second.takeNewLanes(), null);
    }

    /** What the handler of an instrumented method does when its exit has overflowed the stack. */
    public void missed_exits_are_told_with_the_next_event() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        try {
            SluiceProbe root = SluiceProbe.rootEntry(16);
            SluiceProbe[] probes = {SluiceProbe.entry(17), SluiceProbe.entry(17), SluiceProbe.entry(17)};
            for (SluiceProbe probe : probes) {
                probe.missedExits++;
                probe.limit = 0;
            }
            SluiceProbe.entry(18).exit(18);
            root.missedExits++;
            root.limit = 0;
            root.depth--;
            root.recorded = null;
            SluiceProbe.entry(19).exit(19); // outside
            SluiceProbe.rootEntry(16).rootExit(16);
        } finally {
            recording.stop();
        }
        SluiceLane lane = recording.takeNewLanes();
        Check.equal(words(lane), "^ >16 >17 >17 >17 ?3 >18 ?1 ?1 ^ >16 <16");
    }

    public void a_recording_that_is_over_keeps_no_memory_for_methods_that_still_run() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NANO, 0, 0, true, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        SluiceProbe root = SluiceProbe.rootEntry(16);
        SluiceLane lane = recording.takeNewLanes();
        recording.stop();
        recording.release();
        Check.equal(lane.ring().length, 1);
        Check.equal(SluiceProbe.entry(17), SluiceProbe.entry(18));
        root.rootExit(16); // nothing happens
    }

    public void counted_calls_are_told_within_a_graph_only_and_after_missed_exits() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        SluiceProbe.count(20);
        recording.start();
        SluiceLane lane;
        try {
            SluiceProbe.count(21);
            SluiceProbe root = SluiceProbe.rootEntry(16);
            lane = recording.takeNewLanes();
            SluiceProbe.count(524_287);
            recording.expectMostFrom(lane);
            SluiceProbe.count(22);
            SluiceProbe probe = SluiceProbe.entry(17);
            probe.missedExits++;
            probe.limit = 0;
            SluiceProbe.count(23);
            SluiceLane suspended = SluiceProbe.suspend();
            SluiceProbe.count(24);
            SluiceProbe.resume(suspended, 0, 0);
            SluiceProbe.count(25);
            root.rootExit(16);
            SluiceProbe.count(26);
        } finally {
            recording.stop();
        }
        SluiceProbe.count(27);
        Check.equal(words(lane), "^ >16 +524287 +22 >17 ?1 +23 +25 <16");
    }

    public void without_a_clock_the_next_word_tells_how_many_frames_have_ended() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        try {
            SluiceProbe root = SluiceProbe.rootEntry(16);
            SluiceProbe.entry(17).exit(17);
            SluiceProbe outer = SluiceProbe.entry(18);
            SluiceProbe.entry(19).exit(19);
            outer.failed(18);
            SluiceProbe.entry(20).exit(20);
            SluiceProbe.count(21);
            SluiceProbe.entry(22).exit(22);
            root.made(7);
            SluiceProbe.entry(23).exit(23);
            root.rootExit(16);
            SluiceProbe.rootEntry(16).rootExit(16);
        } finally {
            recording.stop();
        }
        Check.equal(words(recording.takeNewLanes()), "^ >16 >17 1>18 >19 2>20 1+21 >22 ?1 made >23 ?1 <16 ^ >16 <16");
    }

    public void the_next_word_tells_the_bytecodes_of_two_frames_that_have_ended() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        try {
            SluiceProbe root = SluiceProbe.rootEntry(16);
            SluiceProbe.entry(17).exit(17, 5);
            SluiceProbe outer = SluiceProbe.entry(18);
            SluiceProbe.entry(19).exit(19, 6);
            outer.exit(18, 7);
            outer = SluiceProbe.entry(20);
            SluiceProbe inner = SluiceProbe.entry(21);
            SluiceProbe.entry(22).exit(22, 8);
            inner.exit(21, 9);
            outer.exit(20, 10);
            SluiceProbe.entry(23).exit(23, 11);
            SluiceProbe.count(24);
            SluiceProbe.entry(25).exit(25, 12);
            SluiceProbe.entry(26).exit(26); // of one that tells none
            SluiceProbe.entry(27).exit(27, 13);
            root.made(7);
            SluiceProbe.entry(28).exit(28, 14);
            recording.pause();
            root.exit(29, 15); // some frame's
            recording.resume();
            root.rootExit(16, 16);
        } finally {
            recording.stop();
        }
        String words = "^ >16 >17 (5)>18 >19 (6,7)>20 >21 >22 (8,9) <20 >23 (11) +24 >25 (12)>26 1>27 (13) made >28 (14) <29 <16";
        Check.equal(words(recording.takeNewLanes()), words);
    }

    public void frames_tell_their_end_while_a_constructor_waits_for_one_that_is_not_recorded() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        try {
            SluiceProbe root = SluiceProbe.rootEntry(16);
            SluiceProbe constructor = SluiceProbe.constructorEntry(1, 18);
            SluiceProbe.entry(19).exit(19); // an argument of its super()
            constructor.initializing(0, 2);
            SluiceProbe.entry(20).exit(20);
            constructor.initialized();
            SluiceProbe.entry(21).exit(21);
            constructor.exit(18);
            SluiceProbe.constructorEntry(1, 18).initializing(0, 2);
            SluiceProbe.entry(22).exit(22); // and then it throws, unseen
            root.rootExit(16);
            SluiceProbe.rootEntry(16);
            SluiceProbe.entry(23).exit(23);
            root.rootExit(16);
        } finally {
            recording.stop();
        }
        String words = "^ >16 >18 >19 1>20 <20 >21 2>18 >22 <22 <16 ^ >16 >23 ?1 <16";
        Check.equal(words(recording.takeNewLanes()), words);
    }

    public void a_constructor_that_is_recorded_tells_of_those_that_wait_for_it() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        try {
            SluiceProbe root = SluiceProbe.rootEntry(16);
            SluiceProbe derived = SluiceProbe.constructorEntry(1, 18);
            derived.initializing(0, 2);
            SluiceProbe base = SluiceProbe.constructorEntry(2, 19);
            SluiceProbe.entry(20).exit(20);
            base.exit(19);
            derived.initialized();
            derived.exit(18);
            SluiceProbe.constructorEntry(1, 18).initializing(0, 2);
            base = SluiceProbe.constructorEntry(2, 19);
            int chain = base.chain;
            SluiceProbe.entry(20).exit(20);
            base.failed(chain, 19);
            root.caught();
            SluiceProbe.constructorEntry(1, 18).initializing(0, 3); // of one that is not recorded, and throws at once
            root.caught();
            SluiceProbe.entry(21).exit(21);
            root.rootExit(16);
        } finally {
            recording.stop();
        }
        Check.equal(words(recording.takeNewLanes()), "^ >16 >18 >19 >20 3>18 >19 >20 3>18 ?1 >21 ?1 <16");
    }

    public void frames_tell_their_end_after_a_loss_until_the_next_root_call() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        SluiceLane lane;
        try {
            SluiceProbe root = SluiceProbe.rootEntry(16);
            lane = recording.takeNewLanes();
            while (lane.droppedEvents() == 0) SluiceProbe.entry(17).exit(17);
            lane.drainedRelease(lane.positionAcquire());
            SluiceProbe.entry(18).exit(18);
            root.rootExit(16);
            SluiceProbe.rootEntry(16);
            SluiceProbe.entry(19).exit(19);
            root.rootExit(16);
        } finally {
            recording.stop();
        }
        Check.equal(words(lane, lane.drained()), ">18 <18 <16 ^ >16 >19 ?1 <16");
    }

    /** The words of a ring without times: ^ ROOT_IN, ?n MISSED_EXITS, +id COUNTED, >id, <id; before >id and +id how many frames have ended. */
    private static String words(SluiceLane lane) {
        return words(lane, 0);
    }

    private static String words(SluiceLane lane, long from) {
        StringBuilder text = new StringBuilder();
        long[] ring = lane.ring();
        for (long at = from; at < lane.positionAcquire(); at++) {
            long word = ring[(int) at & ring.length - 1];
            text.append(text.length() == 0 ? "" : " ").append(text(word));
        }
        return text.toString();
    }

    private static String text(long word) {
        int id = (int) word & 0x7ffff;
        long number = word >>> 20;
        if (id == 2) return "^";
        if (id == 5 && (word >> 19 & 1) == 1) return count(number);
        if (id == 5) return "?" + number;
        if (id == 6) return count(word >>> 52) + "+" + (number & 0x7ffff);
        if (id < 16) return "made";
        return (word >> 19 & 1) == 1 ? "<" + id : count(number) + ">" + id;
    }

    /** Of frames that have ended: how many, or their bytecodes. */
    private static String count(long ended) {
        if (ended >>> 42 == 0) return ended == 0 ? "" : "" + ended;
        String inner = "(" + (ended & 0x1fffff);
        return ended >>> 42 == 1 ? inner + ")" : inner + "," + (ended >>> 21 & 0x1fffff) + ")";
    }
}
