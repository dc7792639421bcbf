package sluice.agent;

import java.util.ArrayList;
import java.util.List;

/** What a method counts in a loop, as its rewritten code does, and the words in which it is told. */
public final class LoopCountersTest {
    private static final int OBJECT = 40 << 3;
    private static final int INTS = 41 << 3 | 3;
    /** 16 + 7 rounded by 7, elements of 4 bytes. */
    private static final int SHAPE_OF_INTS = 7 | 7 << 8 | 2 << 16;
    private static final int MANY = 1 << 20;

    private final SluiceRecording recording =
            new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, null, AgentThread.class, null);
    private final SluiceLane lane = recording.addPrivateLane(1024);

    /** Control word and time field of each word since the last call. */
    private List<String> words() {
        List<String> words = new ArrayList<>();
        long[] ring = lane.ring();
        for (long at = lane.drained(); at < lane.positionAcquire(); at++) {
            long word = ring[(int) at & ring.length - 1];
            words.add((word & 0xfffff) + " " + (word >>> 20));
        }
        lane.drainedRelease(lane.positionAcquire());
        return words;
    }

    private static String made(int code, long low) {
        return ((long) code << 22 | low) + "";
    }

    private static List<String> list(String... words) {
        return List.of(words);
    }

    public void objects_are_one_word_at_the_exit() {
        recording.start();
        int counter = SluiceProbe.beat;
        for (int i = 0; i < 5; i++) counter = lane.madeInLoop(counter, OBJECT);
        Check.equal(words(), list());
        counter = lane.tellMade(counter, OBJECT);
        Check.equal(words(), list("10 " + made(OBJECT, 4)));
        lane.tellMade(counter, OBJECT);
        Check.equal(words(), list());
        recording.stop();
    }

    public void a_loop_is_told_when_its_counter_is_full_and_by_each_beat() {
        recording.start();
        int counter = SluiceProbe.beat;
        for (int i = 0; i < MANY + 5; i++) counter = lane.madeInLoop(counter, OBJECT);
        Check.equal(words(), list("10 " + made(OBJECT, MANY)));
        SluiceProbe.nextBeat();
        counter = lane.madeInLoop(counter, OBJECT);
        Check.equal(words(), list("10 " + made(OBJECT, 4)));
        SluiceProbe.nextBeat();
        lane.madeInLoop(counter, OBJECT);
        Check.equal(words(), list("10 " + made(OBJECT, 0)));
        recording.stop();
    }

    public void three_thousand_million_bytecodes_are_told_while_they_run() {
        recording.start();
        int counter = SluiceProbe.beat;
        long told = 0;
        for (long executed = 0; executed < 3_000_000_000L; executed += 60_000) {
            counter = lane.looped(counter);
            counter += 60_000;
            if (executed % 6_000_000 == 0) for (String word : words()) told += Long.parseLong(word.substring(2));
        }
        for (String word : words()) told += Long.parseLong(word.substring(2));
        Check.that(told > 2_998_000_000L, told + " were told in the loop");
        lane.executed(counter);
        for (String word : words()) told += Long.parseLong(word.substring(2));
        Check.equal(told, 3_000_000_000L);
        recording.stop();
    }

    public void exits_of_all_kinds_tell_what_was_counted_without_the_beat() {
        recording.start();
        lane.enterGraph();
        words();
        SluiceProbe.nextBeat();
        long counter = SluiceProbe.beat + 7;
        Check.that(SluiceProbe.beat != 0, "a beat");
        lane.exit(17, counter);
        lane.failed(17, counter);
        lane.failed(0, 17, counter);
        lane.rootExit(17, counter);
        String exit = (0x80000 | 17) + " 7";
        String ended = (0x80000 | 5) + " " + (1L << 42 | 7); // the first one, before the word of the next
        Check.equal(words(), list(ended, exit, exit, exit));
        recording.stop();
    }

    /** In the word: elements, 17 bits below them what rounding left over, here (16 + 7 + 4 n) modulo 8. */
    public void arrays_are_two_words_with_what_they_have_together() {
        recording.start();
        long counter = SluiceProbe.beat;
        for (int length = 0; length < 4; length++) counter = lane.madeInLoop(counter, length, INTS, SHAPE_OF_INTS);
        lane.tellMade(counter, INTS);
        Check.equal(words(), list("14 " + made(INTS, 4), "15 " + (6L << 17 | 7 + 3 + 7 + 3)));
        recording.stop();
    }

    public void arrays_of_one_length_are_counted_as_objects_are() {
        recording.start();
        int counter = SluiceProbe.beat;
        for (int i = 0; i < MANY + 5; i++) counter = lane.madeInLoop(counter, 3, INTS);
        Check.equal(words(), list("10 " + made(INTS, 3), "12 " + MANY));
        counter = lane.tellMade(counter, 3, INTS);
        Check.equal(words(), list("10 " + made(INTS, 3), "12 3"));
        counter = lane.tellMade(counter, 3, INTS);
        Check.equal(words(), list());
        SluiceProbe.nextBeat();
        lane.madeInLoop(counter, 3, INTS);
        Check.equal(words(), list("10 " + made(INTS, 3)));
        recording.stop();
    }

    public void long_arrays_are_told_one_by_one_and_a_full_counter_at_once() {
        recording.start();
        long counter = SluiceProbe.beat;
        counter = lane.madeInLoop(counter, 3, INTS, SHAPE_OF_INTS);
        counter = lane.madeInLoop(counter, 5_000_000, INTS, SHAPE_OF_INTS);
        Check.equal(words(), list("14 " + made(INTS, 1), "15 " + (3L << 17 | 3), "10 " + made(INTS, 5_000_000 & 0x3fffff), "11 1"));
        for (int i = 0; i < 129; i++) counter = lane.madeInLoop(counter, 1023, INTS, SHAPE_OF_INTS);
        Check.equal(words(), list("14 " + made(INTS, 128), "15 " + (128L * 1023 << 17 | 128 * 3)));
        recording.stop();
    }

    public void a_pause_keeps_what_was_counted_and_counts_nothing() {
        recording.start();
        int objects = lane.madeInLoop(SluiceProbe.beat, OBJECT);
        int pairs = lane.madeInLoop(SluiceProbe.beat, 2, INTS);
        long arrays = lane.madeInLoop((long) SluiceProbe.beat, 2, INTS, SHAPE_OF_INTS);
        recording.pause();
        for (int i = 0; i < 3; i++) {
            objects = lane.madeInLoop(objects, OBJECT);
            pairs = lane.madeInLoop(pairs, 2, INTS);
            arrays = lane.madeInLoop(arrays, 2, INTS, SHAPE_OF_INTS);
        }
        Check.equal(words(), list());
        recording.resume();
        objects = lane.madeInLoop(objects, OBJECT);
        pairs = lane.madeInLoop(pairs, 2, INTS);
        arrays = lane.madeInLoop(arrays, 2, INTS, SHAPE_OF_INTS);
        lane.tellMade(arrays, INTS);
        Check.equal(words(), list("10 " + made(OBJECT, 1), "10 " + made(INTS, 2), "12 1", "14 " + made(INTS, 1), "15 " + (2L << 17 | 7), "14 " + made(INTS, 1), "15 " + (2L << 17 | 7)));
        recording.stop();
    }

    public void who_is_not_recorded_tells_nothing() {
        SluiceProbe nobody = SluiceProbe.entry(20);
        int counter = nobody.looped(nobody.madeInLoop(SluiceProbe.beat, OBJECT));
        SluiceProbe.nextBeat();
        counter = nobody.tellMade(nobody.madeInLoop(counter, OBJECT), OBJECT);
        counter = nobody.tellMade(nobody.madeInLoop(counter, 7, INTS), 7, INTS);
        nobody.tellMade(nobody.madeInLoop((long) counter, 7, INTS, SHAPE_OF_INTS), INTS);
        Check.equal(nobody.executed(counter + 3), SluiceProbe.beat);
    }
}
