package sluice.agent;

import java.util.concurrent.TimeUnit;

/** What roots ask of a call before they open the gate. The operators are numbered as in argumentCondition.ts. */
public final class RequestsTest {
    private static final int EQUAL = 0;
    private static final int DIFFERENT = 1;
    private static final int LESS = 2;
    private static final int AT_MOST = 3;
    private static final int GREATER = 4;
    private static final int AT_LEAST = 5;
    private static final int CONTAINS = 6;
    private static final int STARTS_WITH = 7;
    private static final int BOOLEAN = 1 << 3;
    private static final int CHAR = 2 << 3;
    private static final Object[] OTHERS = {null, new Object(), new int[1], Thread.currentThread()};

    /** Which of the operators hold, by their numbers. */
    private interface Question {
        int ask(int operator);
    }

    private static String holding(int operators, Question question) {
        StringBuilder holding = new StringBuilder();
        for (int operator = 0; operator < operators; operator++) {
            int answer = question.ask(operator);
            if (answer == 5) holding.append(operator);
            else Check.equal(answer, -1);
        }
        return holding.toString();
    }

    private static final String ABOVE = "" + DIFFERENT + GREATER + AT_LEAST;
    private static final String BELOW = "" + DIFFERENT + LESS + AT_MOST;
    private static final String SAME = "" + EQUAL + AT_MOST + AT_LEAST;

    public void whole_numbers_are_compared_with_all_64_bits() {
        Check.equal(holding(6, operator -> SluiceRequests.when(5, Long.MAX_VALUE, Long.MAX_VALUE - 1, operator)), ABOVE);
        Check.equal(holding(6, operator -> SluiceRequests.when(5, Long.MIN_VALUE, Long.MAX_VALUE, operator)), BELOW);
        Check.equal(holding(6, operator -> SluiceRequests.when(5, 7L, 7L, operator)), SAME);
    }

    public void numbers_with_a_fraction_are_compared_as_java_does() {
        Check.equal(holding(6, operator -> SluiceRequests.when(5, 0.5, 0.25, operator)), ABOVE);
        Check.equal(holding(6, operator -> SluiceRequests.when(5, -0.0, 0.0, operator)), SAME);
        Check.equal(holding(6, operator -> SluiceRequests.when(5, Double.NaN, 0.0, operator)), "" + DIFFERENT);
    }

    public void boxes_are_compared_by_what_is_in_them() {
        for (Object seven : new Object[] {(byte) 7, (short) 7, 7, 7L, 7f, 7.0}) {
            Check.equal(holding(6, operator -> SluiceRequests.when(5, seven, 7L, operator)), SAME);
            Check.equal(holding(6, operator -> SluiceRequests.when(5, seven, 6L, operator)), ABOVE);
            Check.equal(holding(6, operator -> SluiceRequests.when(5, seven, 7.5, operator)), BELOW);
        }
        Check.equal(holding(2, operator -> SluiceRequests.when(5, Boolean.TRUE, 1L, operator | BOOLEAN)), "" + EQUAL);
        Check.equal(holding(2, operator -> SluiceRequests.when(5, Boolean.FALSE, 1L, operator | BOOLEAN)), "" + DIFFERENT);
        Check.equal(holding(6, operator -> SluiceRequests.when(5, (Object) 'x', 'y', operator | CHAR)), BELOW);
    }

    public void a_box_of_another_kind_is_only_different() {
        Check.equal(holding(6, operator -> SluiceRequests.when(5, Boolean.TRUE, 1L, operator)), "" + DIFFERENT);
        Check.equal(holding(6, operator -> SluiceRequests.when(5, (Object) 'x', (long) 'x', operator)), "" + DIFFERENT);
        Check.equal(holding(2, operator -> SluiceRequests.when(5, (Object) 1, 1L, operator | BOOLEAN)), "" + DIFFERENT);
        Check.equal(holding(6, operator -> SluiceRequests.when(5, "7", 7L, operator)), "" + DIFFERENT);
        Check.equal(holding(6, operator -> SluiceRequests.when(5, "7", 7.0, operator)), "" + DIFFERENT);
        for (Object other : OTHERS) {
            Check.equal(holding(6, operator -> SluiceRequests.when(5, other, 0L, operator)), "" + DIFFERENT);
            Check.equal(holding(6, operator -> SluiceRequests.when(5, other, 0.0, operator)), "" + DIFFERENT);
            Check.equal(ofTexts(other, "x"), "" + DIFFERENT);
        }
    }

    private static String ofTexts(Object value, String literal) {
        String holding = holding(2, operator -> SluiceRequests.when(5, value, literal, operator));
        return holding + holding(2, operator -> SluiceRequests.when(5, value, literal, operator + CONTAINS)).replace('1', '7').replace('0', '6');
    }

    public void texts_of_one_and_of_two_bytes_a_char_are_compared() {
        for (String unit : new String[] {"", "\u00e9", "\u20ac", "\ud83d\ude00"}) {
            String text = unit + "GET /slow";
            Check.equal(ofTexts(text, text), "" + EQUAL + CONTAINS + STARTS_WITH);
            Check.equal(ofTexts(text, unit + "GET"), "" + DIFFERENT + CONTAINS + STARTS_WITH);
            Check.equal(ofTexts(text, "slow"), "" + DIFFERENT + CONTAINS);
            Check.equal(ofTexts(text, "slow\u20ac"), "" + DIFFERENT);
            Check.equal(ofTexts(text, text + "x"), "" + DIFFERENT);
        }
        Check.equal(ofTexts("", ""), "" + EQUAL + CONTAINS + STARTS_WITH);
        Check.equal(ofTexts("\u0141", "A"), "" + DIFFERENT); // U+0141: its low byte is that of A
    }

    public void enums_are_compared_by_name_and_nothing_else_of_them_is_called() {
        Check.equal(ofTexts(Verb.PUT, "PUT"), "" + EQUAL + CONTAINS + STARTS_WITH);
        Check.equal(ofTexts(TimeUnit.NANOSECONDS, "NANO"), "" + DIFFERENT + CONTAINS + STARTS_WITH);
        Check.equal(ofTexts('x', "x"), "" + EQUAL + CONTAINS + STARTS_WITH);
        Check.equal(ofTexts('x', "y"), "" + DIFFERENT);
    }

    private enum Verb {
        PUT {
            @Override
            public String toString() {
                throw new Error("nobody may call this");
            }
        }
    }

    public void a_long_text_is_looked_at_in_its_first_1024_chars() {
        String filler = "x".repeat(1_020);
        Check.equal(ofTexts(filler + "slow", "slow"), "" + DIFFERENT + CONTAINS);
        Check.equal(ofTexts(filler + "xslow", "slow"), "" + DIFFERENT);
    }

    public void what_is_left_out_stays_so_and_is_not_asked_again() {
        Check.equal(SluiceRequests.when(-1, 7L, 7L, EQUAL), -1);
        Check.equal(SluiceRequests.when(-1, 7.0, 7.0, EQUAL), -1);
        Check.equal(SluiceRequests.when(-1, (Object) 7, 7L, EQUAL), -1);
        Check.equal(SluiceRequests.when(-1, (Object) 7, 7.0, EQUAL), -1);
        Check.equal(SluiceRequests.when(-1, "7", "7", EQUAL), -1);
    }

    public void nobody_is_asked_within_a_subgraph_also_in_a_pause() {
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        SluiceProbe root = SluiceProbe.rootEntry(SluiceRequests.when(0, 1L, 1L, EQUAL), 20);
        Check.equal(SluiceRequests.when(0, 1L, 2L, EQUAL), 0);
        recording.pause();
        Check.equal(SluiceRequests.when(0, 1L, 2L, EQUAL), 0);
        recording.resume();
        root.rootExit(20);
        Check.equal(SluiceRequests.when(0, 1L, 2L, EQUAL), -1);
        long before = recording.takeNewLanes().positionAcquire();
        Check.equal(before, 3L); // ROOT_IN, entry, exit
        recording.stop();
    }

    public void a_stack_overflow_in_a_root_that_was_left_out_changes_no_answer() {
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        SluiceProbe none = SluiceProbe.rootEntry(-1, 20);
        none.depth--; // as the code of a method does whose probe overflows
        try {
            Check.equal(SluiceRequests.when(0, 1L, 2L, EQUAL), -1);
        } finally {
            none.depth++;
            recording.stop();
        }
    }

    public void a_call_that_is_left_out_gets_no_lane() {
        SluiceRecording recording =
                new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, Thread.currentThread(), AgentThread.class, null);
        recording.start();
        SluiceProbe none = SluiceProbe.rootEntry(SluiceRequests.when(0, 1L, 2L, EQUAL), 20);
        SluiceProbe within = SluiceProbe.entry(21);
        within.exit(21);
        none.rootExit(20);
        SluiceProbe constructor = SluiceProbe.rootConstructorEntry(-1, 7, 22);
        constructor.rootInitializing(constructor.chain, 8);
        constructor.rootFailed(constructor.chain, 22);
        Check.equal(recording.takeNewLanes() == null, true);
        recording.stop();
    }
}
