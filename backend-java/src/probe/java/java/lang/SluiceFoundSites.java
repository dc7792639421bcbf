package java.lang;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Numbers of allocation sites whose class is known only when they run: clone(), reflection, lambdas. A place in the code has one for each
 * class that it makes, from the largest number downwards; the tool gives its own from 0 upwards (siteIds.ts).
 *
 * <p>Open addressing by class and place, read without a lock. Classes are held weakly: a recording keeps none alive.
 */
public final class SluiceFoundSites {
    /** One site. */
    public static final class Found extends WeakReference<Class<?>> {
        /** The number that the tool gave the place; of one that leaves lambdas out its complement; NOT_BY_JDK beside it, or in its place as SluiceMakers has it. */
        final int place;
        /** As words have it: number and kind. 0: nothing is told. */
        final int code;
        /** Class.getName(). */
        public final String className;
        /** The tool knows it. Of the thread that tells only. */
        public boolean isTold;

        Found(Class<?> type, int place, int code, String className) {
            super(type);
            this.place = place;
            this.code = code;
            this.className = className;
        }

        /** The number that the tool knows. */
        public int place() {
            return (place < 0 ? ~place : place) & ~SluiceMakers.NOT_BY_JDK;
        }

        /** @return -1: nothing is told of it */
        public int site() {
            return code == 0 ? -1 : code >>> KIND_BITS;
        }
    }

    /** One more than the largest number of a site, and how many at most are given here. */
    private static final int SITE_LIMIT = 1 << 19;
    private static final int MOST = 1 << 16;
    private static final int KIND_BITS = 3;
    private static final int REFERENCES = 5;
    private static final int FIRST_LENGTH = 256;
    private static final Unsafe U = Unsafe.getUnsafe();
    /** Read this way since Reference.get is Java code, which may carry a probe. */
    private static final long REFERENT = U.objectFieldOffset(Reference.class, "referent");

    private final SluiceRecording recording;
    private volatile Found[] table = new Found[FIRST_LENGTH];
    /** Guarded by the recording's lock. */
    private int count;
    private int numbers;

    SluiceFoundSites(SluiceRecording recording) {
        this.recording = recording;
    }

    /** A few ns where the place has made one of the class before. @return 0: nothing is to be told */
    int codeOf(Class<?> type, int place) {
        Found[] found = table;
        int at = slotOf(found, System.identityHashCode(type), type, place);
        Found known = found[at];
        return known != null ? known.code : add(type, place);
    }

    /** Of the site, or a free one. */
    private static int slotOf(Found[] found, int hash, Class<?> type, int place) {
        int mask = found.length - 1;
        int at = hash + place * 31 & mask;
        for (Found known = found[at]; known != null; known = found[at]) {
            if (known.place == place && U.getReference(known, REFERENT) == type) break;
            at = at + 1 & mask;
        }
        return at;
    }

    @DontInline
    private int add(Class<?> type, int place) {
        SluiceLane lane = SluiceProbe.suspend(); // what runs here may be measured
        long threadId = SluiceProbe.threadId(Thread.currentThread());
        try {
            if (recording.lockedBy == threadId || !recording.lock(SluiceRecording.LOCK_PATIENCE_NS)) return 0;
            Found[] found = table;
            int at = slotOf(found, System.identityHashCode(type), type, place);
            if (found[at] != null) return found[at].code;
            if (count >= MOST) return 0;
            int code = isLeftOut(type, place) ? 0 : SITE_LIMIT - 1 - numbers++ << KIND_BITS | kindOf(type);
            Found added = new Found(type, place, code, type.getName());
            count++;
            if (2 * count > found.length) {
                Found[] longer = new Found[2 * found.length];
                for (Found known : found) put(longer, known);
                found = longer;
            }
            put(found, added);
            table = found;
            return code;
        } catch (OutOfMemoryError full) {
            return 0;
        } finally {
            if (recording.lockedBy == threadId) recording.lockedBy = 0;
            SluiceProbe.resume(lane, 0, 0);
        }
    }

    /** A class that is gone is never asked for again. */
    private static void put(Found[] found, Found site) {
        Class<?> type = site == null ? null : (Class<?>) U.getReference(site, REFERENT);
        if (type != null) found[slotOf(found, System.identityHashCode(type), type, site.place)] = site;
    }

    private static boolean isLeftOut(Class<?> type, int place) {
        if (place < 0) return isLambda(type);
        if (place == SluiceMakers.BY_JDK) return !SluiceMakers.isByJdk(type);
        return (place & SluiceMakers.NOT_BY_JDK) != 0 && SluiceMakers.isByJdk(type);
    }

    static boolean isLambda(Class<?> type) {
        return type.isHidden() && type.getName().contains("$$Lambda");
    }

    private static int kindOf(Class<?> type) {
        Class<?> element = type.getComponentType();
        if (element == null) return 0;
        if (!element.isPrimitive()) return REFERENCES;
        if (element == byte.class || element == boolean.class) return 1;
        if (element == short.class || element == char.class) return 2;
        return element == int.class || element == float.class ? 3 : 4;
    }

    /** Those that were found until now, some of them null. Any thread. */
    public Found[] all() {
        return table;
    }
}
