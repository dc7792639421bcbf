package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The clock that a thread of the agent's keeps: it stores System.nanoTime() in one cell, again and again, and an event loads the
 * cell. It burns a core for that, so there may be none to be had; then it says so.
 *
 * <pre>
 *     core   ----ticking----.        .---------ticking---.         (the pump looks now and again)        .---ticking
 *     cell   |||||||||||||||         |||||||||||||||||||||         0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ||||||||||
 *                           '- GAP --'                   '-- GAP --' STARVED                             RUNS
 * </pre>
 *
 * A gap is told before the first tick behind it: whoever reads a lane and then takes what is told here knows of each gap before
 * the first event behind it. Where the cell is 0, events read System.nanoTime() themselves.
 *
 * <p>The cell is of native memory, so its address is a constant, alone on its cache lines; one for ever. One ticker runs at a time.
 */
public final class SluiceTicker {
    /** What is told: the cell stood still since a moment, for so long; the thread was running, or not, does not matter. */
    public static final int GAP = 1;
    /** Since a moment events read the clock themselves. */
    public static final int STARVED = 2;
    /** Since a moment the cell is kept. */
    public static final int RUNS = 3;

    /** Each tick takes the cell from the caches of those who load it: at one in 90 ns a pair costs 20 ns more, at this rate 1 to 2. */
    private static final long STEP_NS = 1_000;
    /** A shorter one is not told: interrupts of the system take some µs. */
    public static final long SHORTEST_GAP_NS = 50_000;
    /** So old a cell at two looks, and nobody keeps it. */
    private static final long STALE_NS = 5_000_000;
    private static final long SECOND_LOOK_NS = 500_000;
    /** Where more than a tenth of the time is gaps, reading the clock tells more. */
    private static final long SHARE_WINDOW_NS = 200_000_000;
    private static final int LEAST_SHARE = 10;
    /** Without publishing: whether the core is to be had again. */
    private static final long TRIAL_NS = 30_000_000;
    private static final long FIRST_REST_NS = 1_000_000_000L;
    private static final long LONGEST_REST_NS = 16_000_000_000L;
    private static final long REST_SLICE_NS = 20_000_000;
    private static final int MOST_UNTOLD = 256;
    /** What is told of each: what, since when, for how long (ns). */
    public static final int FIELDS = 3;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long LINE_BYTES = 128;
    private static final long CELL = newCell();

    private final long[] untold = new long[MOST_UNTOLD * FIELDS];
    private volatile long told;
    private volatile long taken;
    private volatile boolean over;
    /** Sum of all gaps; written by the ticking thread. */
    private volatile long gapNs;
    // Of the pump:
    private long windowSinceNs = System.nanoTime();
    private long windowGapNs;

    private static long newCell() {
        long memory = U.allocateMemory(3 * LINE_BYTES);
        U.setMemory(memory, 3 * LINE_BYTES, (byte) 0);
        return (memory + LINE_BYTES) & -LINE_BYTES;
    }

    /** The time of an event, ns. */
    @ForceInline
    static long nowNs() {
        long ns = U.getLongOpaque(null, CELL);
        return ns != 0 ? ns : System.nanoTime();
    }

    /** The cell; 0 = nobody keeps it. */
    public static long cell() {
        return U.getLongOpaque(null, CELL);
    }

    // ---- the ticking thread

    /** Ticks until it is stopped. */
    public void run() {
        long restNs = FIRST_REST_NS;
        while (!over) {
            long sinceNs = System.nanoTime();
            // Not 0: another ticker has not ended yet.
            if (tell(RUNS, sinceNs, 0) && U.compareAndSetLong(null, CELL, 0, sinceNs)) tickFrom(sinceNs);
            if (System.nanoTime() - sinceNs > LONGEST_REST_NS) restNs = FIRST_REST_NS;
            do {
                rest(restNs);
                restNs = Math.min(2 * restNs, LONGEST_REST_NS);
            } while (!over && !hasCore());
        }
    }

    /** Until it is stopped, or the pump has put 0 into the cell. */
    private void tickFrom(long firstNs) {
        long lastNs = firstNs;
        try {
            while (!over) {
                long nowNs;
                do {
                    Thread.onSpinWait();
                    nowNs = System.nanoTime();
                } while (nowNs - lastNs < STEP_NS);
                if (nowNs - lastNs > SHORTEST_GAP_NS) {
                    if (!tell(GAP, lastNs, nowNs - lastNs)) continue; // a longer one is told when there is room
                    gapNs += nowNs - lastNs;
                }
                if (!U.compareAndSetLong(null, CELL, lastNs, nowNs)) return;
                lastNs = nowNs;
            }
        } finally {
            U.compareAndSetLong(null, CELL, lastNs, 0);
        }
    }

    private void rest(long restNs) {
        long startNs = System.nanoTime();
        while (!over && System.nanoTime() - startNs < restNs) SluiceAccess.park(REST_SLICE_NS);
    }

    private boolean hasCore() {
        long startNs = System.nanoTime();
        long lastNs = startNs;
        long lostNs = 0;
        while (!over && lastNs - startNs < TRIAL_NS) {
            Thread.onSpinWait();
            long nowNs = System.nanoTime();
            if (nowNs - lastNs > SHORTEST_GAP_NS) lostNs += nowNs - lastNs;
            lastNs = nowNs;
        }
        return lostNs * 2 * LEAST_SHARE < TRIAL_NS;
    }

    /** @return false when there is no room: the pump is behind */
    private boolean tell(int what, long timeNs, long durationNs) {
        long at = told;
        if (at - taken == MOST_UNTOLD) return false;
        int slot = (int) (at % MOST_UNTOLD) * FIELDS;
        untold[slot] = what;
        untold[slot + 1] = timeNs;
        untold[slot + 2] = durationNs;
        told = at + 1;
        return true;
    }

    // ---- other threads

    /** The thread ends soon; events read the clock themselves from then on. */
    public void stop() {
        over = true;
    }

    /** The pump: whether there is something to take. To be asked after a lane's position was read, before its events are told. */
    public boolean hasUntold() {
        return taken < told;
    }

    /** @param entry is filled: what, when, for how long */
    public void take(long[] entry) {
        long at = taken;
        System.arraycopy(untold, (int) (at % MOST_UNTOLD) * FIELDS, entry, 0, FIELDS);
        taken = at + 1;
    }

    /** Whoever watches instead of the pump: nobody wants to know. */
    public void forget() {
        taken = told;
    }

    /**
     * The pump, now and again: takes the cell from a thread that does not keep it well, when all it told is taken.
     * @return since when it stood still, as System.nanoTime(), if it is taken away now: the pump tells the gap; 0 = it is not
     */
    public long starve(long nowNs) {
        long cellNs = cell();
        if (cellNs == 0) {
            windowSinceNs = nowNs;
            windowGapNs = gapNs;
            return 0;
        }
        boolean isStale = nowNs - cellNs > STALE_NS;
        if (isStale) {
            SluiceAccess.park(SECOND_LOOK_NS); // after a stop of all threads it goes on as soon as the pump does
            isStale = cell() == cellNs;
        }
        boolean isPoor = false;
        if (nowNs - windowSinceNs > SHARE_WINDOW_NS) {
            isPoor = (gapNs - windowGapNs) * LEAST_SHARE > nowNs - windowSinceNs;
            windowSinceNs = nowNs;
            windowGapNs = gapNs;
        }
        if (!isStale && !isPoor) return 0;
        while (true) {
            cellNs = cell();
            if (cellNs == 0) return 0;
            if (U.compareAndSetLong(null, CELL, cellNs, 0)) return cellNs;
        }
    }
}
