package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * For what no thread of the program waits, since whatever it may call is instrumented: methods, reflective calls, and classes of which
 * objects are made without a constructor. A recording begins with nothing, or with what its rehearsal has found.
 *
 * <p>Read by any thread without a lock. What reflection calls is added under the recording's lock.
 */
public final class SluiceKnown {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int METHOD_IDS = 1 << 19;
    private static final byte READY = 1;
    private static final byte GIVEN_UP = 2;
    /** SluiceProbe.ready while nothing records. */
    static final byte[] NOTHING_TO_WAIT_FOR = {READY};

    /** See SluiceProbe.ready. */
    private byte[] methods = new byte[METHOD_IDS];
    private SluiceExecutables executables = new SluiceExecutables();

    /** @param everyMethod nobody waits for any */
    SluiceKnown(boolean everyMethod) {
        if (!everyMethod) return;
        for (int id = 0; id < METHOD_IDS; id++) methods[id] = READY;
    }

    byte[] methods() {
        return methods;
    }

    boolean hasMethod(int method) {
        U.loadFence(); // the agent may have written it since we looked last
        byte[] marks = methods;
        return marks[method & (marks.length - 1)] != 0;
    }

    void addMethod(int method) {
        mark(method, READY);
    }

    /** Nobody waits for this method any more. */
    void giveUp(int method) {
        if (!hasMethod(method)) mark(method, GIVEN_UP);
    }

    private void mark(int method, byte state) {
        byte[] marks = methods;
        int slot = method & (marks.length - 1);
        if (marks[slot] < SluiceWitnesses.CALLED) marks[slot] = state;
    }

    SluiceExecutables executables() {
        return executables;
    }

    /** The rehearsal is over: what it has found stays, and what it has given up is waited for again. @return for the recording that follows */
    SluiceKnown handOn() {
        SluiceKnown next = new SluiceKnown(false);
        next.executables = executables;
        byte[] marks = methods;
        for (int id = 0; id < marks.length; id++) if (marks[id] == READY) next.methods[id] = READY;
        return next;
    }

    /** Lets go of all that takes memory. */
    void release() {
        methods = NOTHING_TO_WAIT_FOR;
        executables = new SluiceExecutables();
    }
}
