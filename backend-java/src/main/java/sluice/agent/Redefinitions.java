package sluice.agent;

import java.util.Arrays;
import java.util.HashMap;

/**
 * The code that debuggers and other agents have redefined classes by. Up to some JDK (17 does so, 25 does not) a JVM keeps the code that
 * a class had before agents first changed it, and swaps begin with that for ever: our next one would undo the redefinition. What
 * was handed out before is known by a number, so that such code is seen, and the present one put in its place.
 */
final class Redefinitions {
    private static final String IMPLEMENTATION = "sun.instrument.InstrumentationImpl";

    private static final class Redefined {
        /** The number of the code before. */
        final long before;
        final byte[] classFile;

        Redefined(long before, byte[] classFile) {
            this.before = before;
            this.classFile = classFile;
        }
    }

    /** By class: the number of the code that was handed out last. */
    private final HashMap<Integer, Long> handedOut = new HashMap<>();
    private final HashMap<Integer, Redefined> redefined = new HashMap<>();

    /** Code of a class that we swap. @return what the class has now: the same array, but where the JVM has forgotten a redefinition */
    synchronized byte[] ours(int classId, byte[] bytes) {
        byte[] present = presentOf(classId, bytes);
        if (present == bytes) handedOut.put(classId, numberOf(bytes));
        return present;
    }

    /** The same where another agent or a debugger does, on the calling thread. */
    synchronized byte[] others(int classId, byte[] bytes) {
        if (isRetransformed()) return presentOf(classId, bytes);
        Redefined earlier = redefined.get(classId);
        Long before = earlier != null ? Long.valueOf(earlier.before) : handedOut.get(classId);
        if (before == null) return bytes; // the JVM has nothing to remember
        if (before == numberOf(bytes)) redefined.remove(classId);
        else redefined.put(classId, new Redefined(before, bytes));
        return bytes;
    }

    private byte[] presentOf(int classId, byte[] bytes) {
        Redefined last = redefined.get(classId);
        return last != null && last.before == numberOf(bytes) ? last.classFile : bytes;
    }

    private static long numberOf(byte[] bytes) {
        return (long) bytes.length << 32 | Arrays.hashCode(bytes) & 0xffffffffL;
    }

    /** Not redefined: a debugger has no Java frame here, and an agent another one. */
    private static boolean isRetransformed() {
        for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
            if (frame.getClassName().equals(IMPLEMENTATION) && frame.getMethodName().startsWith("retransformClasses")) return true;
        }
        return false;
    }
}
