package java.lang;

import java.lang.reflect.Method;
import jdk.internal.misc.Unsafe;

/**
 * The number that Linux has for a thread of the JVM, under which /proc/self/task lists it. Nothing in Java tells it. A thread finds
 * its own, by three loads from what is its own and so cannot go away: no call, no lock, no file.
 *
 * <pre>
 *     Thread.eetop --> JavaThread._osthread --> OSThread._thread_id
 * </pre>
 *
 * The offsets are those that the JVM publishes for debuggers (vmStructs.cpp, read by jhsdb in the same way).
 */
public final class SluiceNativeThread {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long JAVA_THREAD = U.objectFieldOffset(Thread.class, "eetop");
    private static final int MOST_FIELDS = 100_000;

    /** 0 = not known. */
    private static volatile long osThread;
    private static volatile long number;

    private SluiceNativeThread() {}

    /** Of the calling thread; 0 = not known, or a virtual thread. */
    public static int current() {
        if (number == 0) return 0;
        long javaThread = U.getLong(Thread.currentThread(), JAVA_THREAD);
        if (javaThread == 0) return 0; // a virtual thread, which has none
        return U.getInt(U.getLong(javaThread + osThread) + number);
    }

    /** Looks the offsets up. Afterwards the numbers are to be compared with what the system says, and forgotten if they differ. */
    public static void locate() throws ReflectiveOperationException {
        Method findNative = findNative();
        long table = U.getLong(symbol(findNative, "gHotSpotVMStructs"));
        long stride = U.getLong(symbol(findNative, "gHotSpotVMStructEntryArrayStride"));
        long typeName = U.getLong(symbol(findNative, "gHotSpotVMStructEntryTypeNameOffset"));
        long fieldName = U.getLong(symbol(findNative, "gHotSpotVMStructEntryFieldNameOffset"));
        long offset = U.getLong(symbol(findNative, "gHotSpotVMStructEntryOffsetOffset"));
        long foundOsThread = 0;
        long foundNumber = 0;
        for (int i = 0; i < MOST_FIELDS && U.getLong(table + i * stride + typeName) != 0; i++) {
            long entry = table + i * stride;
            if (isText(U.getLong(entry + fieldName), "_osthread")) foundOsThread = U.getLong(entry + offset);
            if (isText(U.getLong(entry + fieldName), "_thread_id")) foundNumber = U.getLong(entry + offset);
        }
        if (foundOsThread == 0 || foundNumber == 0) return;
        osThread = foundOsThread;
        number = foundNumber;
    }

    public static void forget() {
        number = 0;
    }

    /** The JDK's own libraries, among which it looks, are linked with libjvm. */
    private static Method findNative() throws NoSuchMethodException {
        for (Method method : ClassLoader.class.getDeclaredMethods()) {
            if (!method.getName().equals("findNative")) continue;
            method.setAccessible(true);
            return method;
        }
        throw new NoSuchMethodException("findNative");
    }

    /** The address of what libjvm exports. */
    private static long symbol(Method findNative, String name) throws ReflectiveOperationException {
        // Since JDK 21 it is told whose native method the name is, besides.
        Object address = findNative.getParameterCount() == 2
                ? findNative.invoke(null, null, name)
                : findNative.invoke(null, null, null, name, name);
        if ((long) address == 0) throw new NoSuchFieldException(name);
        return (long) address;
    }

    private static boolean isText(long address, String text) {
        if (address == 0) return false;
        for (int i = 0; i < text.length(); i++) {
            if (U.getByte(address + i) != text.charAt(i)) return false;
        }
        return U.getByte(address + text.length()) == 0;
    }
}
