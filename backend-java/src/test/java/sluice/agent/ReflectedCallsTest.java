package sluice.agent;

import java.lang.reflect.Method;

public final class ReflectedCallsTest {
    private final Outbox outbox = new Outbox(new MemoryTransport(new byte[0], 1));
    private final ReflectedCalls calls = new ReflectedCalls(new ClassRegistry(), outbox);

    /** A program gets a new object each time it asks for a method. */
    private static Method length() throws NoSuchMethodException {
        return String.class.getMethod("length");
    }

    public void what_is_asked_again_and_again_while_the_tool_is_silent_is_told_once() throws Exception {
        for (int call = 0; call < 1_000; call++) {
            calls.askCall(length());
            calls.askMade(String.class);
        }
        Check.equal(calls.answered(0), length());
        Check.equal(calls.answered(1), String.class);
        Check.equal(calls.answered(2), null);
    }

    public void what_is_answered_can_be_asked_anew_and_so_it_is_in_the_next_recording() throws Exception {
        calls.askCall(length());
        calls.answered(0);
        calls.askCall(length());
        calls.forget();
        calls.askCall(length());
        Check.equal(calls.answered(1), null);
        Check.equal(calls.answered(2), length());
    }

    public void what_the_tool_could_not_be_told_is_asked_again() throws Exception {
        outbox.close();
        calls.askCall(length());
        calls.askCall(length());
        Check.equal(calls.answered(0), null);
        Check.equal(calls.answered(1), null);
    }
}
