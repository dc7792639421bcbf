package java.lang;

/**
 * When the owner of a lane reads the clock, where it reads it in bursts only: a clock read is 95 % of what a probe costs.
 *
 * <pre>
 *     words  ||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||
 *     clock  ====64====                                              ====64====          every 32nd word has a time
 *                      '------ 992 to 2,976 words, by chance -------'
 * </pre>
 *
 * Where words are rare it is never paused: 64 of them that took 32 µs or more are followed by more words with times. (Arnold and
 * Ryder, PLDI 2001, sample executions of instrumented code in the same way; here the counts stay exact.)
 *
 * <p>A pause in a program that comes to a halt would last: the pump sees that and asks for its end. It also tells how long the
 * halt was, as no burst would have met it, or one of 32 had, and thirty-two times its length would be charged.
 *
 * <p>What a pause took is known from the words with times on either side of it, unless the thread left the subgraph meanwhile. So
 * root calls in pauses are timed, two clock reads for some 64 words: all of them where they are as long, else some of them, by chance.
 *
 * <p>Owner only, but {@link #endPause}. Nothing here is called at an event: the lane looks in where its room would end.
 */
final class SluiceBursts {
    /** Nothing turns. */
    static final int NO_TURN = -1;
    /** The clock pauses. */
    static final int PAUSE = 0;
    /** The clock runs on, and each stretch between words stands for itself. */
    static final int RUN = 1;

    private static final int BURST_WORDS = 64;
    /** Of so many words one has a time. Pauses are of different lengths, or loops could keep step with them. */
    private static final int WORDS_PER_TIME = 32;
    private static final int SHORTEST_PAUSE_WORDS = BURST_WORDS * (WORDS_PER_TIME - 1) / 2;
    /** The clock costs some 25 ns: where a word takes so long with it, that is 5 % at most. */
    private static final long SLOW_WORD_NS = 500;
    private static final long TIME_MASK = (1L << 44) - 1;
    /** Of root calls that are shorter, so many words go by for one that is timed. */
    private static final int WORDS_PER_TIMED_ROOT = 64;
    /** A word has no room for more. */
    private static final int LARGEST_WEIGHT = 1 << 20;

    private long turnAt;
    /** The pump has asked for the end of the pause. */
    private volatile boolean pauseIsVain;
    /** Where the lane stood when the pump last looked, and since when. Written before pauseIsVain. */
    private long haltedAt = -1;
    private long haltedSinceNs;

    private boolean begun;
    private int weight = RUN;
    /** Of the last turn. */
    private long turnedAt;
    private long turnedNs;
    private int random;
    /** In a pause: when it began, or the root call in it that is open, is known. */
    private boolean beginIsKnown;
    /** Root calls in pauses up to the next one that is timed; and how many there were since the last one, which began here. */
    private int rootsToTimed = 1;
    private int rootsSinceTimed;
    private long timedRootAt;

    SluiceBursts(long threadId) {
        this.random = (int) threadId * 0x9E3779B9 | 1;
    }

    /**
     * What the clock does after the word that is about to be appended.
     * @param time of that word, the low 44 bits of a System.nanoTime(), if the clock runs
     * @return NO_TURN, PAUSE, RUN, or larger: runs, and each stretch of time stands for so many
     */
    int turn(long position, boolean running, long time) {
        if (!running) {
            if (position < turnAt && !pauseIsVain) return NO_TURN;
            pauseIsVain = false;
            long bursts = RUN + (position - turnedAt + BURST_WORDS / 2) / BURST_WORDS;
            weight = bursts < LARGEST_WEIGHT ? (int) bursts : LARGEST_WEIGHT;
            return turnTo(weight, position, System.nanoTime(), BURST_WORDS);
        }
        pauseIsVain = false; // asked for as it ended
        if (position < turnAt) return NO_TURN;
        boolean isSlow = (time - turnedNs & TIME_MASK) >= (position - turnedAt) * SLOW_WORD_NS;
        if (isSlow || !begun) {
            boolean isNews = weight != RUN || !begun;
            begun = true;
            weight = RUN;
            turnTo(RUN, position, time, BURST_WORDS);
            return isNews ? RUN : NO_TURN;
        }
        beginIsKnown = true;
        return turnTo(PAUSE, position, time, SHORTEST_PAUSE_WORDS + nextRandom() % (2 * SHORTEST_PAUSE_WORDS));
    }

    private int turnTo(int turn, long position, long timeNs, int words) {
        turnedAt = position;
        turnedNs = timeNs;
        turnAt = position + words;
        return turn;
    }

    /** The position at which the lane has to look in. */
    long lookAt() {
        return pauseIsVain ? 0 : turnAt;
    }

    /** A root call opens a subgraph in a pause. @return whether its time is to be told */
    boolean timesRootEntry(long position) {
        rootsSinceTimed++;
        beginIsKnown = --rootsToTimed <= 0;
        if (beginIsKnown) {
            long words = (position - timedRootAt) / rootsSinceTimed;
            if (words < 1) words = 1;
            int everySo = (int) ((WORDS_PER_TIMED_ROOT + words - 1) / words);
            rootsToTimed = 1 + nextRandom() % (2 * everySo - 1);
            rootsSinceTimed = 0;
            timedRootAt = position;
        }
        return beginIsKnown;
    }

    /** A root call ends in a pause, and with it the subgraph. @return whether its time is to be told */
    boolean timesRootExit() {
        boolean told = beginIsKnown;
        beginIsKnown = false;
        return told;
    }

    /** Not negative; xorshift. */
    private int nextRandom() {
        int bits = random;
        bits ^= bits << 13;
        bits ^= bits >>> 17;
        bits ^= bits << 5;
        random = bits;
        return bits >>> 1;
    }

    /** @return how long the lane has stood at this position, as far as the pump has seen; 0 = it was not seen */
    long haltNs(long position) {
        if (!pauseIsVain || haltedAt != position) return 0;
        long haltNs = System.nanoTime() - haltedSinceNs;
        return haltNs > 0 ? haltNs : 0;
    }

    /** The pump: the clock is to run again, for words have become rare. Last seen at this position, since then. */
    void endPause(long position, long sinceNs) {
        haltedAt = position;
        haltedSinceNs = sinceNs;
        pauseIsVain = true;
    }
}
