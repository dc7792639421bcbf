package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * What a method with a timed code region calls (JFluid section 5): a region is the code of a method, or of some of its lines,
 * and a pass is what a thread spends from the moment it comes into that code until it has left it, with all that it calls.
 *
 * <pre>
 *     long start = 0;                               0 = outside of the region
 *     try {
 *         ...
 *         start = SluiceRegion.enter(start);        wherever the region is come into; nothing when inside already
 *         ...
 *         start = SluiceRegion.leave(start, 7);     wherever it is left for; nothing when outside already
 *         ...
 *     } finally {
 *         SluiceRegion.leave(start, 7);             if even that overflows the stack: SluiceRegion.missedPasses++
 *     }
 * </pre>
 *
 * <p>Each activation has a start of its own, so each pass of a recursion is one. All threads are timed, but those of the agent.
 * The calls touch compiler intrinsics and fields only, lock nothing, wait for nothing, allocate nothing, and let no exception
 * out but a StackOverflowError, and then they have recorded nothing.
 *
 * <p>A thread has a ring to itself while there is one for it, and until it dies: the atomic addition that a shared ring needs
 * takes a fifth of what the two clock reads take.
 */
public final class SluiceRegion {
    private static final long OUTSIDE = 0;
    /** Powers of two. A ring takes 64 kB. */
    private static final int THREAD_RINGS = 16;
    private static final int SHARED_RINGS = 4;

    private static final Unsafe U = Unsafe.getUnsafe();

    /**
     * The regions that are timed, the newest first; null when there is none. Plain: set before any probe of the region is in
     * the code, so no loop can have hoisted the null.
     */
    private static SluiceRegion newest;
    private static int lastId;
    /** Passes of any region whose end found no stack to run on, counted by the methods themselves. */
    public static int missedPasses;

    private final int id;
    private final long startedNs = System.nanoTime();
    /** Threads of the agent are never timed. */
    private final Class<?> agentThreads;
    private SluiceRegion older;
    /** Those that one thread has to itself, by its number; then those that many share; then the first one. */
    private final SluiceRegionRing[] rings = new SluiceRegionRing[THREAD_RINGS + SHARED_RINGS + 1];
    /** Of the thread that ended a pass first. It is found without the thread's number, which saves 3 ns of 46. */
    private final SluiceRegionRing first;

    private SluiceRegion(int id, Class<?> agentThreads) {
        this.id = id;
        this.agentThreads = agentThreads;
        for (int i = 0; i < rings.length; i++) rings[i] = new SluiceRegionRing();
        first = rings[THREAD_RINGS + SHARED_RINGS];
        for (int i = 0; i < SHARED_RINGS; i++) rings[THREAD_RINGS + i].share();
    }

    // ---- probes

    /** @return what the method holds from now on: the time at which it came into the region */
    public static long enter(long startNs) {
        if (startNs != OUTSIDE) return startNs;
        return newest == null ? OUTSIDE : System.nanoTime();
    }

    /** @return what the method holds from now on: outside */
    public static long leave(long startNs, int id) {
        if (startNs == OUTSIDE) return OUTSIDE;
        long endNs = System.nanoTime(); // what comes after is outside
        SluiceRegion region = newest;
        if (region == null || region.id != id) region = search(id);
        // A pass that began before the region is the end of an earlier one.
        if (region == null || startNs - region.startedNs < 0) return OUTSIDE;
        Thread thread = Thread.currentThread();
        SluiceRegionRing first = region.first;
        if (first.owner == thread) first.appendAlone(endNs - startNs);
        else region.append(thread, endNs - startNs);
        return OUTSIDE;
    }

    private static SluiceRegion search(int id) {
        SluiceRegion region = newest;
        while (region != null && region.id != id) region = region.older;
        return region;
    }

    /** Not the thread that the first ring belongs to, or not yet. */
    private void append(Thread thread, long durationNs) {
        int number = (int) SluiceProbe.threadId(thread);
        SluiceRegionRing ring = rings[number & THREAD_RINGS - 1];
        if (ring.owner == thread) ring.appendAlone(durationNs);
        else claimOrShare(thread, number, ring, durationNs);
    }

    private void claimOrShare(Thread thread, int number, SluiceRegionRing ring, long durationNs) {
        if (agentThreads.isInstance(thread)) return;
        if (first.claim(thread)) first.appendAlone(durationNs);
        else if (ring.claim(thread)) ring.appendAlone(durationNs);
        else rings[THREAD_RINGS + (number & SHARED_RINGS - 1)].append(durationNs);
    }

    // ---- the agent: one thread starts and stops regions, one reads them

    /** From now on passes are kept. Its number is never used again in this JVM, so code that is left over means no other. */
    public static SluiceRegion start(Class<?> agentThreads) {
        SluiceRegion region = new SluiceRegion(++lastId, agentThreads);
        region.older = newest;
        U.storeFence();
        newest = region;
        return region;
    }

    /** From now on none are. A thread within a probe may still append one. */
    public void stop() {
        if (newest == this) {
            newest = older;
        } else {
            SluiceRegion before = newest;
            while (before != null && before.older != this) before = before.older;
            if (before != null) before.older = older;
        }
        U.fullFence();
    }

    public int id() {
        return id;
    }

    public static int ringCount() {
        return THREAD_RINGS + SHARED_RINGS + 1;
    }

    /** How many passes a ring holds. */
    public static int ringSlots() {
        return SluiceRegionRing.SLOTS;
    }

    /** The passes that have ended, kept or overwritten, of one ring. */
    public long passesOf(int ring) {
        return rings[ring].passesAcquire();
    }

    /** @return ns; -1 = not written yet, -2 = overwritten */
    public long durationOf(int ring, long pass) {
        return rings[ring].durationOf(pass);
    }

    /** The rings of threads that have died can be others'. */
    public void releaseRings() {
        for (SluiceRegionRing ring : rings) ring.releaseIfDead();
    }

    /** For calibration: no thread gets a ring to itself any more, and who has one shares all the same. */
    public void shareRings() {
        for (SluiceRegionRing ring : rings) ring.share();
    }
}
