package java.lang;

import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Follows objects until they are collected: those that the places in the code hand over which were chosen, or one in so many bytes.
 *
 * <pre>
 *     new a/b/C                 the place tells that it has made one, as ever
 *     dup ... &lt;init&gt;
 *     dup; aload probe; push site; invokestatic sampled      or tracked
 *
 *     lane    ... MADE site ... TRACKED 17 ...               the tool knows the context from where the word stands
 *     list    SluiceTracked 17 -&gt; SluiceTracked 16           the pump tells site, size, and later that it is gone
 * </pre>
 *
 * An object that is handed over here is made on the heap, even if the compiler would have kept it in registers: a call that is not
 * copied into its caller gets it. So a recording with this changes what it measures, and says so.
 */
public final class SluiceLive {
    /** What an object takes, asked of the JVM through the agent. */
    public abstract static class Sizes {
        protected Sizes() {}

        public abstract long of(Object object);
    }

    /** In SluiceTracked.site: it was followed whatever its size. */
    public static final int EXACT = 1 << 22;

    private static final int KIND_BITS = 3;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;
    private static final int KIND_OF_OBJECTS = 0;
    private static final int KIND_OF_WIDE = 4;
    private static final int KIND_OF_REFERENCES = 5;
    private static final int SITE_LIMIT = 1 << 19;
    /** Serials begin anywhere below 2^42, so that a heap dump of another recording has others; a word has room for 2^44. */
    private static final int FIRST_SERIAL_SHIFT = 64 - 42;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long NEWEST = U.objectFieldOffset(SluiceLive.class, "newest");
    private static final long SERIALS = U.objectFieldOffset(SluiceLive.class, "serials");
    private static final long KEPT = U.objectFieldOffset(SluiceLive.class, "kept");
    private static final long REFUSED = U.objectFieldOffset(SluiceLive.class, "refused");

    /** Null while nothing is followed. */
    private static SluiceLive current;

    private final double everyBytes;
    private final long most;
    private final Sizes sizes;
    private final int alignmentBytes;
    private final int referenceShift;
    private final int arrayBaseBytes;
    private final int wideArrayBaseBytes;
    /** Number of a place that makes objects -> what each takes; 0: not known yet. Replaced when it is too short. */
    private int[] bytesOfSite = new int[64];
    private volatile SluiceTracked newest;
    private volatile long serials;
    /** References that there are. */
    private volatile long kept;
    private volatile long refused;

    /**
     * @param everyBytes one in so many is hit, in the mean; 0: only what is followed whatever its size
     * @param most references at a time
     */
    public SluiceLive(
            long everyBytes,
            long most,
            Sizes sizes,
            int alignmentBytes,
            int referenceBytes,
            int arrayBaseBytes,
            int wideArrayBaseBytes) {
        this.everyBytes = everyBytes;
        this.most = most;
        this.sizes = sizes;
        this.alignmentBytes = alignmentBytes;
        this.referenceShift = referenceBytes == 8 ? 3 : 2;
        this.arrayBaseBytes = arrayBaseBytes;
        this.wideArrayBaseBytes = wideArrayBaseBytes;
        this.serials = SluiceDistance.first(System.nanoTime()) >>> FIRST_SERIAL_SHIFT;
    }

    // ---- the agent

    public void start() {
        U.storeFence();
        current = this;
    }

    /** Nothing is followed from now on, by any of them. */
    public static void end() {
        current = null;
    }

    /** Those that nobody has taken yet, the last one first. */
    public SluiceTracked takeNew() {
        return newest == null ? null : (SluiceTracked) U.getAndSetReference(this, NEWEST, null);
    }

    /** So many references are no more. */
    public void forget(int count) {
        U.getAndAddLong(this, KEPT, -count);
    }

    /** Objects that should have been followed, and were not: there were too many, or no memory for a reference. */
    public long refused() {
        return refused;
    }

    // ---- instrumented code

    /** An object was made. */
    public static void sampled(Object made, SluiceProbe probe, int site) {
        SluiceLive live = current;
        if (live == null || probe == SluiceLane.NO_PROBE || SluiceProbe.lanes == null) return;
        int[] known = live.bytesOfSite;
        int number = site >>> KIND_BITS;
        int bytes = number < known.length ? known[number] : 0;
        long left = probe.untilSample - bytes;
        if (bytes > 0 && left > 0) probe.untilSample = left;
        else live.look(made, probe, site, bytes);
    }

    /** An array was made. */
    public static void sampled(Object made, int length, SluiceProbe probe, int site) {
        SluiceLive live = current;
        if (live == null || probe == SluiceLane.NO_PROBE || SluiceProbe.lanes == null) return;
        long bytes = live.arrayBytes(length, site & KIND_MASK);
        long left = probe.untilSample - bytes;
        if (left > 0) probe.untilSample = left;
        else live.look(made, probe, site, bytes);
    }

    /** An array of arrays was made: those of one level, 1 and more. */
    public static void sampledBelow(Object made, SluiceProbe probe, int site, int level) {
        if (current != null) below((Object[]) made, probe, site, level, false);
    }

    /** An object or array was made that is followed whatever its size. */
    public static void tracked(Object made, SluiceProbe probe, int site) {
        SluiceLive live = current;
        if (live == null || probe == SluiceLane.NO_PROBE || SluiceProbe.lanes == null) return;
        live.track(made, probe, site | EXACT, live.bytesOf(made, probe, site));
    }

    public static void trackedBelow(Object made, SluiceProbe probe, int site, int level) {
        if (current != null) below((Object[]) made, probe, site, level, true);
    }

    private static void below(Object[] arrays, SluiceProbe probe, int site, int level, boolean exact) {
        for (Object array : arrays) {
            if (level > 1) below((Object[]) array, probe, site, level - 1, exact);
            else if (exact) tracked(array, probe, site);
            else sampled(array, Array.getLength(array), probe, site);
        }
    }

    /** The distance is used up, or nobody knows what an object takes that is made here. */
    @DontInline
    private void look(Object made, SluiceProbe probe, int site, long knownBytes) {
        if (everyBytes == 0) return;
        long bytes = knownBytes > 0 ? knownBytes : bytesOf(made, probe, site);
        if (bytes == 0) return;
        if (probe.random == 0) draw(probe);
        probe.untilSample -= bytes;
        if (probe.untilSample > 0) return;
        draw(probe);
        track(made, probe, site, bytes);
    }

    private void draw(SluiceProbe probe) {
        long state = probe.random;
        if (state == 0) state = SluiceDistance.first(System.nanoTime() ^ U.getAndAddLong(this, SERIALS, 1) << 40);
        probe.random = SluiceDistance.next(state);
        probe.untilSample = SluiceDistance.bytes(probe.random, everyBytes);
    }

    private long arrayBytes(int length, int kind) {
        int shift = kind == KIND_OF_REFERENCES ? referenceShift : kind - 1;
        long end = (kind == KIND_OF_WIDE || shift == 3 ? wideArrayBaseBytes : arrayBaseBytes) + ((long) length << shift);
        return end + alignmentBytes - 1 & -(long) alignmentBytes;
    }

    /** @return 0: not known */
    private long bytesOf(Object made, SluiceProbe probe, int site) {
        if ((site & KIND_MASK) != KIND_OF_OBJECTS) return arrayBytes(Array.getLength(made), site & KIND_MASK);
        int number = site >>> KIND_BITS;
        int[] known = bytesOfSite;
        if (number < known.length && known[number] > 0) return known[number];
        return askedBytes(made, (SluiceLane) probe, number);
    }

    @DontInline
    private long askedBytes(Object made, SluiceLane lane, int number) {
        lane.suspendRecording(); // the agent's code runs
        try {
            int bytes = (int) sizes.of(made);
            int[] known = bytesOfSite;
            if (number >= known.length && number < SITE_LIMIT) {
                int length = known.length;
                while (length <= number) length *= 2;
                int[] longer = new int[length];
                System.arraycopy(known, 0, longer, 0, known.length);
                known = longer;
            }
            known[number] = bytes; // where two threads make it longer at a time, one of them asks again
            bytesOfSite = known;
            return bytes;
        } catch (OutOfMemoryError | RuntimeException later) {
            return 0;
        } finally {
            lane.resumeRecording();
        }
    }

    /** Where the lane has no room for the word nobody could tell the context, so the object is not followed. */
    @DontInline
    private void track(Object made, SluiceProbe probe, int site, long bytes) {
        if (kept >= most) {
            U.getAndAddLong(this, REFUSED, 1);
            return;
        }
        long serial = U.getAndAddLong(this, SERIALS, 1) + 1;
        SluiceTracked reference = reference(made, (SluiceLane) probe, serial, site, bytes);
        if (reference == null) return;
        long before = probe.position();
        probe.tell(serial << SluiceProbe.TIME_SHIFT | SluiceWord.TRACKED_ID);
        if (probe.position() == before) return;
        U.getAndAddLong(this, KEPT, 1);
        do {
            reference.next = newest;
        } while (!U.compareAndSetReference(this, NEWEST, reference.next, reference));
    }

    private SluiceTracked reference(Object made, SluiceLane lane, long serial, int site, long bytes) {
        lane.suspendRecording(); // the constructors of references may be measured
        try {
            return new SluiceTracked(made, serial, site, bytes, SluiceCollections.count());
        } catch (OutOfMemoryError full) {
            U.getAndAddLong(this, REFUSED, 1);
            return null;
        } finally {
            lane.resumeRecording();
        }
    }
}
