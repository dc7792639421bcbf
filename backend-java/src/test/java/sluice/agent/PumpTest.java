package sluice.agent;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rounds of the pump over its drains, and what other threads want of it. Nobody reads the event file. */
public final class PumpTest {
    private static final int RING_BYTES = 1 << 20;
    private static final int ROOT = 16;

    private final Outbox outbox = new Outbox(new MemoryTransport(new byte[0], 1));
    private final File path = EventFiles.make(RING_BYTES);
    private final Pump pump = new Pump(null, EventFiles.map(path), outbox, ToolWatchTest.watch(outbox));

    /** Always has a word that its number tells. */
    private static final class Source implements Drain {
        final int number;
        final int blockWords;
        volatile boolean isOver;
        volatile boolean lastIsWhole;
        volatile int rounds;
        /** Its round does not end before it is let go. */
        volatile boolean isToHold;
        volatile boolean isHeld;

        Source(int number, int blockWords) {
            this.number = number;
            this.blockWords = blockWords;
        }

        @Override
        public boolean drain(EventRoom room, boolean last) {
            Check.that(!isOver, "drained after its last time");
            rounds++;
            isOver = last;
            isHeld = isToHold;
            while (isToHold) Thread.onSpinWait();
            lastIsWhole = room.await(blockWords);
            if (lastIsWhole) room.file.writePasses(number, 0, last ? 1 : 0, room.words, blockWords);
            return lastIsWhole;
        }

        @Override
        public int fillPercent() {
            return 0;
        }

        @Override
        public long longestPauseNs() {
            return Pump.LONGEST_PAUSE_NS;
        }
    }

    public void each_source_is_drained_until_it_is_finished_and_then_once_more() throws Exception {
        Source first = new Source(1, 1);
        Source second = new Source(2, 1);
        pump.begin(first);
        pump.begin(second);
        pump.start();
        pump.flush(10_000);
        Check.that(first.rounds > 0 && second.rounds > 0, "a flush is a round over all");
        Check.that(pump.finish(first, 10_000_000_000L, Long.MAX_VALUE), "it finishes");
        Check.that(first.isOver && first.lastIsWhole, "it was drained once more");
        int before = second.rounds;
        pump.flush(10_000);
        Check.that(second.rounds > before && !second.isOver, "the other goes on");
        end();
        List<String> blocks = blocks();
        Check.equal(blocks.lastIndexOf("PASSES 1, 1 lost"), blocks.indexOf("PASSES 1, 1 lost"));
        Check.that(blocks.lastIndexOf("PASSES 1, 0 lost") < blocks.indexOf("PASSES 1, 1 lost"), blocks.toString());
    }

    public void what_is_wanted_before_the_pump_runs_is_granted_in_order() throws Exception {
        Source source = new Source(1, 1);
        pump.begin(source);
        Check.equal(pump.finish(source, 10_000_000_000L, Long.MAX_VALUE), false); // nobody waits for a pump that does not run
        pump.start();
        pump.flush(10_000);
        end();
        Check.equal(blocks(), Arrays.asList("PASSES 1, 0 lost", "PASSES 1, 1 lost")); // a round before the last
    }

    public void a_tool_that_gives_no_room_holds_no_end_up_beyond_its_time() throws Exception {
        Source greedy = new Source(1, BlockLayout.MAX_EVENTS);
        pump.begin(greedy);
        pump.start();
        while (greedy.rounds <= RING_BYTES / (8 * BlockLayout.MAX_EVENTS + BlockLayout.HEADER_BYTES)) pump.flush(1);
        Check.that(!greedy.isOver, "it waits for room in its round");
        long startNs = System.nanoTime();
        Check.that(pump.finish(greedy, 30_000_000, Long.MAX_VALUE), "it gives up");
        Check.that(System.nanoTime() - startNs >= 30_000_000, "before its time");
        Check.that(greedy.isOver && !greedy.lastIsWhole, "something is left");
        end();
    }

    public void a_pump_that_is_late_has_the_time_for_it_though_that_for_room_is_over() throws Exception {
        Source behind = new Source(1, 0);
        Source last = new Source(2, 1);
        pump.begin(behind);
        pump.begin(last);
        pump.start();
        behind.isToHold = true; // as without a core
        while (!behind.isHeld) Thread.onSpinWait();
        Thread finisher = Thread.currentThread();
        Thread freeing = new Thread(() -> {
            while (finisher.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
            behind.isToHold = false;
        });
        freeing.start();
        Check.that(pump.finish(last, 1_000, 10_000_000_000L), "it finishes");
        Check.that(last.isOver && last.lastIsWhole, "there was room for all of it");
        end();
    }

    public void a_mark_stands_behind_all_events_before_it_and_a_recording_ends_with_all_of_them() throws Exception {
        SluiceRecording recording = new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, pump, AgentThread.class, null);
        LaneDrain lanes = new LaneDrain(recording, false, outbox, null, new ClassLoadStops());
        Source behind = new Source(1, 0);
        behind.isToHold = true;
        pump.begin(lanes);
        pump.begin(behind);
        pump.start();
        while (!behind.isHeld) Thread.onSpinWait(); // in a round that has been past the lanes
        recording.start();
        for (int call = 0; call < 100; call++) SluiceProbe.rootEntry(ROOT).rootExit(ROOT);
        Thread marking = new Thread(() -> pump.mark(lanes, BlockLayout.PAUSE, 5));
        marking.start();
        while (marking.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
        behind.isToHold = false;
        marking.join();
        for (int call = 0; call < 10; call++) SluiceProbe.rootEntry(ROOT).rootExit(ROOT);
        recording.stop();
        Check.that(pump.finish(lanes, 10_000_000_000L, Long.MAX_VALUE), "it finishes");
        end();
        Check.equal(wordsOf(blocks().subList(0, blocks().indexOf("MARK 1"))), 300L);
        Check.equal(wordsOf(blocks()), 330L);
        Check.equal(lanes.totals().producedEvents, 330L);
        Check.equal(lanes.totals().lanes, 0);
    }

    public void an_end_of_the_session_lets_everybody_go_on() throws Exception {
        Thread waiting = new Thread(() -> pump.flush(1_000_000));
        waiting.start(); // the pump does not run yet
        pump.start();
        end();
        waiting.join();
        Check.equal(pump.finish(new Source(1, 1), 0, Long.MAX_VALUE), false);
    }

    private void end() throws InterruptedException {
        pump.end();
        pump.join();
    }

    private static long wordsOf(List<String> blocks) {
        long words = 0;
        for (String block : blocks) {
            if (block.startsWith("EVENTS ")) words += Integer.parseInt(block.substring(7));
        }
        return words;
    }

    private List<String> blocks() throws Exception {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path.toPath())).order(ByteOrder.LITTLE_ENDIAN);
        int end = EventFileLayout.RING_OFFSET + (int) bytes.getLong(EventFileLayout.PRODUCED_BYTES_OFFSET);
        List<String> blocks = new ArrayList<>();
        for (int at = EventFileLayout.RING_OFFSET; at < end; at += bytes.getInt(at)) {
            int kind = bytes.getShort(at + 4);
            if (kind == BlockLayout.EVENTS) blocks.add("EVENTS " + (bytes.getInt(at) - BlockLayout.HEADER_BYTES) / 8);
            else if (kind == BlockLayout.PASSES) blocks.add("PASSES " + bytes.getLong(at + 8) + ", " + bytes.getInt(at + 28) + " lost");
            else if (kind == BlockLayout.MARK) blocks.add("MARK " + bytes.getShort(at + 6));
        }
        return blocks;
    }
}
