package java.lang;

import jdk.internal.misc.Unsafe;

/** Whose the lane of a virtual thread is: the thread gives it back whenever it leaves the graph, and takes it again if the pump has not. */
public final class SluiceOwnership {
    private static final int OWNED = 0;
    static final int RELEASED = 1;
    private static final int TAKEN = 2;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(SluiceOwnership.class, "state");

    volatile int state;

    /** @return false when it is the pump's: the thread needs a new one */
    boolean reclaim() {
        return state == OWNED || U.compareAndSetInt(this, STATE, RELEASED, OWNED);
    }

    /** @return true when the lane was given back, and is the caller's, the pump's, from now on */
    public boolean take() {
        return state == RELEASED && U.compareAndSetInt(this, STATE, RELEASED, TAKEN);
    }
}
