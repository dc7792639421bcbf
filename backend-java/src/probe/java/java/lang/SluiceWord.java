package java.lang;

/** The control words of a lane: what their ids say of their time fields (shared/wire/README.md, event word). Twin: shared/events/eventWord.ts. */
public final class SluiceWord {
    /** Precedes the entry of a root that opens a call subgraph. Its time field is the number of a label (SluiceLabels); 0: there is none. */
    static final long ROOT_IN = 2;
    /** Precedes the exit of that root, where objects are counted: its time field is how many bytes the thread has allocated since. */
    static final long ROOT_OUT_ID = SluiceProbe.EXIT_BIT | ROOT_IN;
    /** Its time field is a duration to be charged to nobody. */
    static final long ADJUST_ID = 1;
    /** Its time field is a number: so many of the innermost frames have ended, without an exit of their own. */
    static final long MISSED_EXITS_ID = 5;
    /** The same of one or two that have ended, and tell how many bytecodes they have executed (shared/events/endedFrames.ts). */
    static final long ENDED_ID = SluiceProbe.EXIT_BIT | MISSED_EXITS_ID;
    /** Its time field is the id of a method that was called, and above it how many bytecodes it executes. No more is told of it. */
    static final long COUNTED_ID = 6;
    /** In COUNTED: above the bytecodes so many bits of how many frames have ended before it. */
    static final int ENDED_BITS = 12;
    static final int ENDED_SHIFT = Long.SIZE - ENDED_BITS;
    /** Its time field is what SluiceBursts.turn answers: so the clock goes on after the next word. */
    static final long TURN_ID = 3;
    /** Its time field is a duration: so long, at least, the stretch was that ends with the next word, which has no time. */
    static final long HALT_ID = 4;
    /** Of the pump: its time field is where the thread's own clock stands, ns. */
    static final long CLOCK_ID = 7;
    /** Where the clock of bursts pauses: its time field is the time of the next word, which has none. */
    static final long TIME_ID = 8;
    /** Its time field is what the open frame has more of something, and above that what it is (shared/events/amounts.ts). */
    static final long AMOUNT_ID = 9;
    /** So many bits has an amount, and above them is what it is. */
    private static final int AMOUNT_BITS = 36;
    /** What an amount is of: bytecodes that the open frame has executed, beside those that its exit tells. */
    static final int BYTECODES = 0;
    /** Its time field is an allocation site and what it made, below which is the length of an array. */
    static final long MADE_ID = 10;
    /** Its time field is a number: what was told last has so many times LENGTH_MASK + 1 elements more. */
    static final long LONGER_ID = 11;
    /** Its time field is a number: what was told last was made so many times more. */
    static final long AGAIN_ID = 12;
    /** Its time field is the number of an object, made by the open frame, that is followed until it is collected. */
    static final long TRACKED_ID = 13;
    /** Its time field is an allocation site and how many arrays it has made in a loop, which count with the next word. */
    static final long ARRAYS_ID = 14;
    /** Its time field is their elements, and what rounding left over. */
    static final long ELEMENTS_ID = 15;
    static final int LENGTH_BITS = 22;
    static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
    static final int SITE_SHIFT = SluiceProbe.TIME_SHIFT + LENGTH_BITS;
    static final int FIRST_METHOD_ID = 16;
    private static final long LONGEST_NS = (1L << 44) - 1;

    private SluiceWord() {}

    /** @param timeNs of the thread's own clock */
    public static long ofClock(long timeNs) {
        return timeNs << SluiceProbe.TIME_SHIFT | CLOCK_ID;
    }

    /** @param ended as SluiceUnseen has it */
    static long idOfEnded(long ended) {
        return ended >>> 42 == 0 ? MISSED_EXITS_ID : ENDED_ID;
    }

    /** @param timeNs System.nanoTime() */
    static long ofTime(long timeNs) {
        return timeNs << SluiceProbe.TIME_SHIFT | TIME_ID;
    }

    /** @param amount less than 2^36 */
    static long ofAmount(long amount, int position) {
        return ((long) position << AMOUNT_BITS | amount) << SluiceProbe.TIME_SHIFT | AMOUNT_ID;
    }

    static long ofAllocation(long bytes) {
        return bytes << SluiceProbe.TIME_SHIFT | ROOT_OUT_ID;
    }

    static long ofDuration(long durationNs, long id) {
        return (durationNs < LONGEST_NS ? durationNs : LONGEST_NS) << SluiceProbe.TIME_SHIFT | id;
    }
}
