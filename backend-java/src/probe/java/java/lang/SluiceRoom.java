package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * How the owner of a full ring waits for the pump, which replaces the ring by a longer one. Three states keep the two apart while it does:
 *
 * <pre>
 *     NOT_WANTED --owner--> WANTED --pump--> MAKING --pump--> NOT_WANTED
 *                             \--owner, at its deadline-->  NOT_WANTED
 * </pre>
 */
final class SluiceRoom {
    static final int NOT_WANTED = 0;
    private static final int WANTED = 1;
    private static final int MAKING = 2;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(SluiceRoom.class, "state");

    volatile int state;
    /** Of the owner: its last nap, as SluicePark has it. */
    long napNs;

    /** The owner waits until there may be room, or nothing at all has moved for fullWaitNs. */
    void await(SluiceRecording recording, SluiceLateness lateness, long startNs) {
        state = WANTED;
        recording.wakePump();
        while (state != NOT_WANTED) {
            boolean over = !recording.waits || recording.drains.isVain(System.nanoTime(), startNs, recording.fullWaitNs);
            if (over && U.compareAndSetInt(this, STATE, WANTED, NOT_WANTED)) break;
            napNs = lateness.nap(napNs);
        }
    }

    boolean isWanted() {
        return state == WANTED;
    }

    /** The pump has the ring from here on, until it is done. @return false: nobody waits any more */
    boolean take() {
        return U.compareAndSetInt(this, STATE, WANTED, MAKING);
    }

    void done() {
        state = NOT_WANTED;
    }
}
