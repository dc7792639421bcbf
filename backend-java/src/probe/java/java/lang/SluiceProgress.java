package java.lang;

/**
 * When something that threads of the program wait for got on last, as the pump sees it. A wait is in vain by what the pump has looked at:
 * after a standstill of the JVM, or of the pump in its file, those who wait run again before the pump has seen what came meanwhile.
 */
public final class SluiceProgress {
    /** The pump looks ten times a second at least: who waits misses it when it has not for so long. */
    private static final long LONGEST_LOOK_NS = 1_000_000_000L;

    /** It is missed for so long and no longer: it has no core, or its file hangs. */
    private static final long LONGEST_MISS_NS = 8_000_000_000L;

    /** Pump only. */
    private long gotOnNs = System.nanoTime();
    /** When it had got on, at the last look. */
    private volatile long seenNs = gotOnNs;
    private volatile long lookedNs = gotOnNs;
    /** Since when somebody who waits misses the pump, as System.nanoTime(); 0 = nobody does. */
    private volatile long missedSinceNs;

    /** Pump: it got on, as System.nanoTime(). Who waits is told at the next look. */
    public void gotOn(long nowNs) {
        gotOnNs = nowNs;
    }

    /** Pump: it has looked. */
    public void look(long nowNs) {
        seenNs = gotOnNs; // before the look: who sees that sees this
        lookedNs = nowNs;
        missedSinceNs = 0;
    }

    /** Neither the wait nor what it waits for has got on for so long. @param nowNs System.nanoTime() @param patienceNs 0: nothing is waited for */
    public boolean isVain(long nowNs, long startNs, long patienceNs) {
        if (patienceNs == 0) return true;
        if (nowNs - startNs < patienceNs) return false;
        long untilNs = lookedNs;
        if (nowNs - untilNs > LONGEST_LOOK_NS) {
            long sinceNs = missedSinceNs;
            if (sinceNs == 0) missedSinceNs = nowNs | 1;
            return sinceNs != 0 && nowNs - sinceNs > LONGEST_MISS_NS;
        }
        return untilNs - startNs >= patienceNs && untilNs - seenNs >= patienceNs;
    }
}
