package java.lang;

import java.lang.invoke.MethodHandles;
import jdk.internal.misc.Unsafe;

/**
 * What the JDK makes for the program, where no measured code has an instruction or a call that tells: by a method handle, by reflection
 * that code of the JDK begins, and by constructor references, which a hidden class runs. It counts for the method that is on top.
 *
 * <p>The JDK calls these where a recording counts objects (shared/instrument/madeBelow.ts). They let no exception out.
 */
public final class SluiceMakers {
    /** In place of the number of a place: the JDK has made an object. Only of classes of the program: the JDK's own are not asked for. */
    static final int BY_JDK = 1 << 19;
    /** A constructor reference of the program's has made an object, of whatever class. */
    static final int BY_REFERENCE = BY_JDK | 1;
    /** Beside the number of a place: what is told as BY_JDK is not told there. */
    static final int NOT_BY_JDK = 1 << 20;

    private static final Unsafe U = Unsafe.getUnsafe();

    private SluiceMakers() {}

    /** DirectMethodHandle.allocateInstance ends. @param handle a DirectMethodHandle.Constructor */
    public static void byHandle(Object handle) {
        if (Handles.INSTANCE_CLASS >= 0) tell((Class<?>) U.getReference(handle, Handles.INSTANCE_CLASS), BY_JDK);
    }

    /** Constructor.newInstance ends, where it takes no method handle: up to JDK 17. */
    public static void byReflection(Object made) {
        if (made != null) tell(made.getClass(), BY_JDK);
    }

    /** The hidden class of a constructor reference has made an object. */
    public static void byReference(Class<?> type) {
        tell(type, BY_REFERENCE);
    }

    private static void tell(Class<?> type, int place) {
        SluiceRecording current = SluiceProbe.recording;
        if (current == null || !current.countsObjects || SluiceProbe.lanes == null) return;
        SluiceLane lane = SluiceProbe.pausedOrNotLaneOf(Thread.currentThread());
        if (lane.depth > 0) lane.madeOf(type, place);
    }

    /** Whether BY_JDK tells of it. Lambdas are told of where they are linked. */
    static boolean isByJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader0();
        if (loader == null || loader == ClassLoader.getBuiltinPlatformClassLoader()) return false;
        // Of an accessor that reflection writes the loader is one of its own.
        return !SluiceFoundSites.isLambda(type) && !type.getName().startsWith("jdk.internal.");
    }

    /**
     * A class is about to be defined by a Lookup. That of a lambda of the program's gets a call of byReference behind each `new`.
     *
     * @param definer a Lookup.ClassDefiner
     */
    public static void defining(Object definer) {
        SluiceLane lane = null;
        try {
            if (Definers.NAME < 0 || Definers.BYTES < 0 || Definers.LOOKUP < 0) return;
            String name = (String) U.getReference(definer, Definers.NAME);
            if (name == null || !name.contains("$$Lambda")) return;
            lane = SluiceProbe.suspend(); // what runs here may be measured
            MethodHandles.Lookup lookup = (MethodHandles.Lookup) U.getReference(definer, Definers.LOOKUP);
            ClassLoader loader = lookup.lookupClass().getClassLoader0();
            if (loader == null || loader == ClassLoader.getBuiltinPlatformClassLoader()) return;
            byte[] told = new SluiceReferenceClass((byte[]) U.getReference(definer, Definers.BYTES)).told();
            if (told != null) U.putReference(definer, Definers.BYTES, told);
        } catch (Throwable neverOutOfHere) {
            // The class is defined as it is, and what it makes is not told.
        } finally {
            SluiceProbe.resume(lane, 0, 0);
        }
    }

    /** Found when first asked for, for a JVM may have no such field. */
    private static final class Handles {
        static final long INSTANCE_CLASS = offsetIn("java.lang.invoke.DirectMethodHandle$Constructor", "instanceClass");
    }

    private static final class Definers {
        private static final String OWNER = "java.lang.invoke.MethodHandles$Lookup$ClassDefiner";
        static final long NAME = nameOffset();
        static final long BYTES = offsetIn(OWNER, "bytes");
        static final long LOOKUP = offsetIn(OWNER, "lookup");

        private static long nameOffset() {
            long offset = offsetIn(OWNER, "name");
            return offset >= 0 ? offset : offsetIn(OWNER, "internalName"); // later than JDK 17
        }
    }

    /** @return -1: there is no such field */
    private static long offsetIn(String owner, String field) {
        try {
            return U.objectFieldOffset(Class.forName(owner, false, null), field);
        } catch (ClassNotFoundException | InternalError none) {
            return -1;
        }
    }
}
