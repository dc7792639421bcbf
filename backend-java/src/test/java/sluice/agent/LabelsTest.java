package sluice.agent;

import java.util.concurrent.CountDownLatch;

/** Numbers for the values by which root calls are told apart. */
public final class LabelsTest {
    private static SluiceRecording started() {
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        return recording;
    }

    private static String textOf(SluiceRecording recording, int number) {
        return recording.labels.get(number - 1).text();
    }

    public void each_value_has_a_number_and_keeps_it() {
        SluiceRecording recording = started();
        int seven = SluiceRequests.split(0, 7L, 0);
        Check.equal(seven, 2);
        Check.equal(textOf(recording, 1), "other values");
        Check.equal(SluiceRequests.split(0, 8L, 0), 3);
        Check.equal(SluiceRequests.split(0, 7L, 0), seven);
        Check.equal(SluiceRequests.split(0, (Object) 7), seven);
        Check.equal(SluiceRequests.split(0, (Object) (byte) 7), seven);
        Check.equal(recording.labels.count(), 3);
        recording.stop();
    }

    public void a_value_is_told_as_java_writes_it() {
        SluiceRecording recording = started();
        Object[] values = {Long.MIN_VALUE, 0.5, -0.0, Double.NaN, 1.5f, true, 'x', "GET /slow", "", "\u20ac\u0000", Thread.State.NEW, null, new Object()};
        String[] texts = {"-9223372036854775808", "0.5", "-0.0", "NaN", "1.5", "true", "x", "GET /slow", "", "\u20ac\u0000", "NEW", "null", "values of other types"};
        for (int i = 0; i < values.length; i++) Check.equal(textOf(recording, SluiceRequests.split(0, values[i])), texts[i]);
        Check.equal(textOf(recording, SluiceRequests.split(0, 1L, 1)), "true");
        Check.equal(textOf(recording, SluiceRequests.split(0, (long) 'y', 2)), "y");
        Check.equal(textOf(recording, SluiceRequests.split(0, 0.25)), "0.25");
        Check.equal(textOf(recording, SluiceRequests.splitByThread(0)), Thread.currentThread().getName());
        recording.stop();
    }

    public void all_that_is_no_number_has_one_label() {
        SluiceRecording recording = started();
        int first = SluiceRequests.split(0, Double.NaN);
        Check.equal(SluiceRequests.split(0, Double.longBitsToDouble(0xfff8000000000123L)), first);
        Check.equal(SluiceRequests.split(0, (Object) Float.NaN), first);
        recording.stop();
    }

    public void texts_are_the_same_up_to_64_chars() {
        SluiceRecording recording = started();
        String long64 = "x".repeat(64);
        int exact = SluiceRequests.split(0, (Object) long64);
        int cut = SluiceRequests.split(0, (Object) (long64 + "a"));
        Check.equal(SluiceRequests.split(0, (Object) (long64 + "b".repeat(100_000))), cut);
        Check.equal(exact != cut, true);
        Check.equal(textOf(recording, exact), long64);
        Check.equal(textOf(recording, cut), long64 + '\u2026');
        Check.equal(SluiceRequests.split(0, (Object) new String("x".repeat(64))), exact);
        recording.stop();
    }

    public void after_a_thousand_values_one_number_stands_for_all_others() {
        SluiceRecording recording = started();
        for (int i = 0; i < 1_000; i++) Check.equal(SluiceRequests.split(0, (Object) ("value " + i)), i + 2);
        for (int i = 0; i < 10_000; i++) Check.equal(SluiceRequests.split(0, (Object) ("more " + i)), 1);
        Check.equal(SluiceRequests.split(0, (Object) "value 500"), 502);
        Check.equal(recording.labels.count(), 1_001);
        recording.stop();
    }

    public void threads_agree_on_the_numbers() throws Exception {
        SluiceRecording recording = started();
        int[][] numbers = new int[8][2_000];
        CountDownLatch begin = new CountDownLatch(1);
        Thread[] threads = new Thread[numbers.length];
        for (int t = 0; t < threads.length; t++) {
            int[] mine = numbers[t];
            int shift = t * 250;
            threads[t] = new Thread(() -> {
                try {
                    begin.await();
                } catch (InterruptedException impossible) {
                    return;
                }
                for (int i = 0; i < mine.length; i++) {
                    int value = (i + shift) % mine.length;
                    mine[value] = SluiceRequests.split(0, (Object) Integer.toString(value));
                }
            });
            threads[t].start();
        }
        begin.countDown();
        for (Thread thread : threads) thread.join();
        for (int value = 0; value < 2_000; value++) {
            for (int[] of : numbers) {
                if (of[value] != 1) Check.equal(textOf(recording, of[value]), Integer.toString(value));
            }
        }
        Check.equal(recording.labels.count(), 1_001);
        recording.stop();
    }

    public void the_call_that_opens_the_subgraph_has_the_number_in_its_word() {
        SluiceRecording recording = started();
        SluiceProbe root = SluiceProbe.rootEntry(SluiceRequests.split(0, 7L, 0), 20);
        SluiceProbe again = SluiceProbe.rootEntry(SluiceRequests.split(0, 8L, 0), 20);
        again.rootExit(20);
        root.rootExit(20);
        Check.equal(recording.labels.count(), 2);
        SluiceProbe.rootConstructorEntry(SluiceRequests.split(0, 9L, 0), 5, 21).rootExit(21);
        SluiceLane lane = recording.takeNewLanes();
        long[] words = lane.ring();
        Check.equal(words[0], 2L << 20 | 2);
        Check.equal(words[1], 20L);
        Check.equal(words[2], 20L);
        Check.equal(words[5], 3L << 20 | 2);
        Check.equal(lane.positionAcquire(), 8L);
        recording.stop();
    }

    public void what_begins_while_nothing_is_recorded_gets_no_number_and_is_left_out() {
        Check.equal(SluiceRequests.split(0, 7L, 0), -1);
        Check.equal(SluiceRequests.split(0, 7.0), -1);
        Check.equal(SluiceRequests.split(0, "7"), -1);
        Check.equal(SluiceRequests.splitByThread(0), -1);
        SluiceRecording recording = started();
        recording.pause();
        Check.equal(SluiceRequests.split(0, 7L, 0), -1);
        recording.resume();
        Check.equal(SluiceRequests.split(-1, 7L, 0), -1);
        Check.equal(recording.labels.count(), 0);
        recording.stop();
    }

    public void who_comes_after_the_end_finds_nothing_and_adds_nothing() {
        SluiceRecording recording = started();
        SluiceRequests.split(0, 7L, 0);
        recording.labels.release();
        Check.equal(SluiceRequests.split(0, 7L, 0), 1);
        Check.equal(SluiceRequests.split(0, "7"), 1);
        recording.stop();
    }
}
