package java.lang;

import jdk.internal.vm.annotation.ForceInline;

/**
 * What a thread's probe knows of frames that end without a word of their own: that a frame has ended is told by its exit, by the number
 * of those that have ended before the next word, or by a frame further out.
 *
 * <p>A constructor calls constructorEntry as its first instruction, and keeps {@code chain} as well: the number of constructors
 * that wait for it in their super() or this(). No handler can stand over such a call (JVMS 4.10.1.9), so what leaves it by an
 * exception passes them unseen, and the one that they wait for tells of them:
 *
 * <pre>
 *     Derived.&lt;init&gt;                    Base.&lt;init&gt;
 *     constructorEntry: chain 0
 *     initializing(0, key of Base)
 *     super() ------------------------&gt; constructorEntry(key of Base): chain 1
 *                                       throw
 *         &lt;---------------------------- failed(1): exit, and that of one more
 * </pre>
 *
 * <p>Where nothing at all is recorded in such a call, as the called one is not measured or its entry overflowed the stack, whoever
 * gets the exception next tells of them.
 */
public abstract class SluiceUnseen extends SluiceCounters {
    /** What a constructor adds to the chain, and a root. */
    private static final int LINK = 1;
    private static final int ROOT_LINK = 1 << 16 | LINK;

    /** Of tellsExits. */
    static final int ALWAYS = -1;

    private static final int ENDED_KIND_SHIFT = 42;
    /** Of ended: the bytecodes of one frame, or of two. */
    private static final long ONE = 1L << ENDED_KIND_SHIFT;
    private static final long TWO = 2L << ENDED_KIND_SHIFT;
    private static final int BYTECODES_BITS = 21;

    /**
     * Exits that overflowed the stack, counted by the method itself: a call would overflow too. Told before the next event.
     * Owner only, as all that follow.
     */
    public int missedExits;
    /** What the owner's next word tells of frames that have ended since the last one (shared/events/endedFrames.ts), but for missedExits, which come after these; 0: none has. */
    long ended;
    /**
     * 0 where the end of a frame needs no word of its own: nothing is timed, and all frames that end are seen to. A constructor adds one
     * while it waits for one that is not recorded: if that calls measured code and then throws, nobody tells of the waiting one but the id
     * in the exit of a caller. A loss adds one too. ALWAYS where exits are timed.
     */
    int tellsExits;
    /** Where the owner must look at drained again, tell missed exits, or turn the clock of bursts. */
    public long limit;
    /** Open roots; ~n while suspended with n open roots. */
    public int depth;
    /** The constructor that is called next by a super() or this(), while that call lasts and nothing was recorded in it; 0: none. */
    private int called;
    /** The chain of the called one, and where its entry is recorded. */
    private int waiting;
    private long calledAt;
    /** The called one is recorded, and tells of those that wait. */
    private boolean isJoined;
    /** Of a constructor that has just been entered: how many wait for it, and in the upper half how many roots among them. */
    public int chain;

    /** Only SluiceProbe is one. */
    SluiceUnseen() {}

    /** So many frames have ended, of which nothing else is told. */
    @ForceInline
    final void endUntold(int frames) {
        if (ended < ONE) {
            ended += frames;
        } else {
            missedExits += frames;
            limit = 0;
        }
    }

    /** A frame has ended. @param bytecodes that it has executed, 21 bits @return false: they have no room, and nothing has changed */
    @ForceInline
    final boolean endCounted(long bytecodes) {
        long before = ended;
        if (missedExits > 0 || before != 0 && before >>> ENDED_KIND_SHIFT != 1) return false;
        ended = before == 0 ? ONE | bytecodes : TWO | bytecodes << BYTECODES_BITS | before & ONE - 1;
        return true;
    }

    /** Words ever recorded by the owner. */
    abstract long position();

    /**
     * A constructor is about to be recorded: who waits for it, if it is the one that was called. Not private: that would be called as
     * this class's, and the verifier would load SluiceLane to see whether it is one, before it can be defined.
     */
    final void join(int key) {
        chain = called == key && calledAt == position() ? waiting : 0;
        if (chain != 0) {
            endWait();
            isJoined = true;
        }
    }

    /** A constructor calls its super() or this() next. @param key of the called one */
    public void initializing(int chain, int key) {
        if (this != SluiceLane.NO_PROBE) call(chain + LINK, key);
    }

    public void rootInitializing(int chain, int key) {
        if (this != SluiceLane.NO_PROBE) call(chain + ROOT_LINK, key);
    }

    @ForceInline
    private void call(int chain, int key) {
        long at = position(); // a call: it could overflow the stack, and then nothing may have changed
        waiting = chain;
        calledAt = at;
        called = key;
        isJoined = false;
        if (tellsExits >= 0) tellsExits++;
    }

    /** That call has returned. NO_PROBE, which all threads share, is only read. */
    public void initialized() {
        if (called == 0) return; // the called one, or what it called, has waited as well
        called = 0;
        endWait();
    }

    @ForceInline
    private void endWait() {
        if (!isJoined && tellsExits > 0) tellsExits--;
    }

    /**
     * To be called by a frame that has got an exception, or a root that ends. If nothing was recorded since a super() or this() was
     * called that has not returned, then that frame is further out, so that call has ended, and all that wait for it. Where the look
     * at the position overflows the stack, nothing has changed yet: the next frame further out tells.
     */
    @ForceInline
    final void endWaiting() {
        if (called == 0) return;
        long at = position();
        called = 0;
        if (calledAt != at) return;
        if (!isJoined && tellsExits > 0) tellsExits--; // no call: it could overflow the stack
        missedExits += waiting & 0xffff;
        depth -= waiting >>> 16;
        limit = 0;
    }
}
