package java.lang;

import java.lang.reflect.Array;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What instrumented methods tell of their work beside its beginning and end: bytecodes that they have executed, objects that they have
 * made. In a loop they count in variables of their own, and hand these to the calls below.
 */
public abstract class SluiceCounters {
    /** A counter in a loop has 21 bits, of which it uses 20, and above them the beat by which it began, not negative. */
    private static final int BEAT_SHIFT = 21;
    static final int LOOP_MASK = (1 << BEAT_SHIFT) - 1;
    private static final int LOOP_SHIFT = 20;
    /** The same of arrays: 8 bits, of which 7 are used. */
    private static final int ARRAYS_SHIFT = 7;
    private static final int ARRAYS_MASK = 0xff;
    private static final int LEFT_OVER_SHIFT = 32;
    private static final int LEFT_OVER_MASK = 0x7fff;
    private static final int ELEMENTS_SHIFT = 47;
    /** Arrays of 2^10 elements and more are told one by one: of shorter ones 2^7 together fit. */
    private static final int SHORT_BITS = 10;
    /** In the word ELEMENTS. */
    private static final int LEFT_OVER_BITS = 17;
    /**
     * Moves on now and then: a counter in a loop that began by another one is told when it counts the next time, so that a loop
     * is seen while it runs, and a slow one at once. Plain: a loop without calls may not see it, but that is full soon.
     */
    public static int beat;

    /** Only SluiceProbe is one. */
    SluiceCounters() {}

    /** Records the word, if the probe's recording is the one that runs. */
    abstract void tell(long word);

    /**
     * So many until now: a super() or this() comes next, and what leaves that by an exception passes the frame unseen; or an exit
     * that has a time in its word.
     * @return the counter from then on
     */
    public int executed(int counter) {
        long bytecodes = counter & LOOP_MASK;
        if (bytecodes > 0 && this != SluiceLane.NO_PROBE) tell(SluiceWord.ofAmount(bytecodes, SluiceWord.BYTECODES));
        return beat;
    }

    /** The head of a loop: what is counted in it is seen before it ends. */
    @ForceInline
    public final int looped(int counter) {
        return counter - beat >>> LOOP_SHIFT == 0 ? counter : executedInLoop(counter);
    }

    @DontInline
    private int executedInLoop(int counter) {
        return SluiceProbe.lanes == null ? beat : executed(counter);
    }

    /**
     * The open frame has so much more of something that is counted beside calls.
     *
     * @param position of what that is, in shared/events/amounts.ts
     */
    public void amount(int amount, int position) {
        if (this != SluiceLane.NO_PROBE && SluiceProbe.lanes != null) tell(SluiceWord.ofAmount(amount, position));
    }

    // Where objects are counted each allocation site tells what it has made: by its number, never by a reference, which would
    // put objects on the heap that the compiler keeps in registers. Right behind the instruction, so nothing is told that failed.

    /** @param site its number, and below it three bits of what it makes */
    public void made(int site) {
        made(0, site);
    }

    /** An array. */
    public void made(int length, int site) {
        if (this == SluiceLane.NO_PROBE || SluiceProbe.lanes == null) return;
        tell((long) site << SluiceWord.SITE_SHIFT | (long) (length & SluiceWord.LENGTH_MASK) << SluiceProbe.TIME_SHIFT | SluiceWord.MADE_ID);
        if (length > SluiceWord.LENGTH_MASK) tell((long) (length >>> SluiceWord.LENGTH_BITS) << SluiceProbe.TIME_SHIFT | SluiceWord.LONGER_ID);
    }

    /** So many arrays of one length: those of one level of an array of arrays. */
    public void made(int length, long arrays, int site) {
        if (arrays == 0) return;
        made(length, site);
        if (arrays > 1 && this != SluiceLane.NO_PROBE && SluiceProbe.lanes != null) tell(arrays - 1 << SluiceProbe.TIME_SHIFT | SluiceWord.AGAIN_ID);
    }

    // Of what no instruction makes, as a call does, the class may be known only when it is there: then it is told by its class, never by
    // itself. Whoever has asked a value for its class alone has left it where it is.

    /** @param place its number, or the complement: lambdas are told elsewhere */
    public void madeOf(Class<?> type, int place) {
        madeOf(type, 0, place);
    }

    /** An array. */
    public void madeOf(Class<?> type, int length, int place) {
        SluiceRecording current = SluiceProbe.recording;
        if (this == SluiceLane.NO_PROBE || SluiceProbe.lanes == null || current == null) return;
        int code = current.foundSites.codeOf(type, place);
        if (code != 0) made(length, code);
    }

    /** Arrays of arrays, all levels of them: a native method has made them, so they are on the heap. */
    public void madeNested(Object array, int place) {
        long arrays = 1;
        for (Object level = array; level != null; ) {
            SluiceRecording current = SluiceProbe.recording;
            if (this == SluiceLane.NO_PROBE || SluiceProbe.lanes == null || current == null) return;
            int length = Array.getLength(level);
            int code = current.foundSites.codeOf(level.getClass(), place);
            if (code != 0) made(length, arrays, code);
            arrays *= length;
            level = length > 0 && level instanceof Object[] ? ((Object[]) level)[0] : null;
        }
    }

    /** What the elements of a string's array take. The string goes nowhere. Not where core classes are measured: String's methods may carry probes. */
    @ForceInline
    public static int textBytes(String text) {
        return text.value().length;
    }

    // What a site makes in a loop is counted in a variable of its method, and told now and then, and before exits:
    //
    //     objects, arrays of one length    beat | 21 bits: how many
    //     arrays of any length             elements: 17 bits | what rounding left over: 15 bits | beat | 8 bits: how many
    //
    // Compilers ask once for many turns whether an int is full, of a long in each turn.

    /** An object. @return the counter from then on, as that of all that follow */
    @ForceInline
    public final int madeInLoop(int counter, int site) {
        return counter - beat >>> LOOP_SHIFT == 0 ? counter + 1 : madeNow(counter, site);
    }

    @DontInline
    private int madeNow(int counter, int site) {
        return isPaused() ? counter & LOOP_MASK | otherBeat() : tellMade(counter + 1, site);
    }

    private boolean isPaused() {
        return SluiceProbe.lanes == null && this != SluiceLane.NO_PROBE;
    }

    /** One that is not now: in a pause counters stay as they are, and after it they are told at once. */
    private static int otherBeat() {
        return beat - 1 & ~LOOP_MASK & Integer.MAX_VALUE;
    }

    public int tellMade(int counter, int site) {
        long objects = counter & LOOP_MASK;
        if (objects > 0 && this != SluiceLane.NO_PROBE)
            tell((long) site << SluiceWord.SITE_SHIFT | objects - 1 << SluiceProbe.TIME_SHIFT | SluiceWord.MADE_ID);
        return beat;
    }

    /** An array whose length is the same each time. */
    @ForceInline
    public final int madeInLoop(int counter, int length, int site) {
        return counter - beat >>> LOOP_SHIFT == 0 ? counter + 1 : madeNow(counter, length, site);
    }

    @DontInline
    private int madeNow(int counter, int length, int site) {
        return isPaused() ? counter & LOOP_MASK | otherBeat() : tellMade(counter + 1, length, site);
    }

    public int tellMade(int counter, int length, int site) {
        made(length, (long) (counter & LOOP_MASK), site);
        return beat;
    }

    /** An array. @param shape of it, as the rewriter knows it: what rounding leaves over of none, mask of the alignment, log2 of an element's bytes */
    @ForceInline
    public final long madeInLoop(long counter, int length, int site, int shape) {
        return ((int) counter - beat >>> ARRAYS_SHIFT | length >>> SHORT_BITS) == 0
                ? counter + oneArray(length, shape)
                : madeNow(counter, length, site, shape);
    }

    @DontInline
    private long madeNow(long counter, int length, int site, int shape) {
        if (isPaused()) return counter >>> LEFT_OVER_SHIFT << LEFT_OVER_SHIFT | counter & ARRAYS_MASK | otherBeat();
        long next = tellMade(counter, site);
        if (length >>> SHORT_BITS == 0) return next + oneArray(length, shape);
        made(length, site);
        return next;
    }

    public long tellMade(long counter, int site) {
        long arrays = counter & ARRAYS_MASK;
        if (arrays > 0 && this != SluiceLane.NO_PROBE) {
            long elements = counter >>> ELEMENTS_SHIFT << LEFT_OVER_BITS | counter >>> LEFT_OVER_SHIFT & LEFT_OVER_MASK;
            tell((long) site << SluiceWord.SITE_SHIFT | arrays << SluiceProbe.TIME_SHIFT | SluiceWord.ARRAYS_ID);
            tell(elements << SluiceProbe.TIME_SHIFT | SluiceWord.ELEMENTS_ID);
        }
        return beat;
    }

    @ForceInline
    private static long oneArray(int length, int shape) {
        int leftOver = (shape & 0xff) + (length << (shape >>> 16)) & shape >>> 8 & 0xff;
        return ((long) ((length << ELEMENTS_SHIFT - LEFT_OVER_SHIFT) + leftOver) << LEFT_OVER_SHIFT) + 1;
    }

    /** From now on what loops count is told at once, when they count the next time. */
    public static void nextBeat() {
        beat = beat + (1 << BEAT_SHIFT) & Integer.MAX_VALUE;
    }
}
