package java.lang;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import jdk.internal.misc.Unsafe;

/** What the agent needs of the inside of the JDK; nothing here is called by probes. */
public final class SluiceAccess {
    private static final Unsafe U = Unsafe.getUnsafe();

    private SluiceAccess() {}

    /** Looks only; initializes nothing. */
    public static boolean isInitialized(Class<?> type) {
        return !U.shouldBeInitialized(type);
    }

    /** An object of an initialised class, made by none of its constructors. */
    public static Object made(Class<?> type) throws InstantiationException {
        return U.allocateInstance(type);
    }

    /**
     * The hooks that run when the JVM ends, as keys: the JVM's own map, which it lets go of before it starts them.
     * @throws ReflectiveOperationException this JDK keeps them elsewhere
     */
    public static Object shutdownHooks() throws ReflectiveOperationException {
        Field hooks = ApplicationShutdownHooks.class.getDeclaredField("hooks");
        hooks.setAccessible(true);
        return hooks.get(null);
    }

    /** Unmaps a mapped file now and not at some collection. The buffer and its views must never be used again. */
    public static void unmap(ByteBuffer mapped) {
        U.invokeCleaner(mapped);
    }

    /** Sleeps without any Java code, so that a wait within the class-load hook loads and locks nothing. */
    public static void park(long ns) {
        U.park(false, ns);
    }

    /** How long the nap after this one of a wait is, ns: see SluicePark. */
    public static long napAfter(long napNs) {
        return SluicePark.lengthAfter(napNs);
    }

    /** Wakes a thread of the agent's, or gives an application thread a permit back that park may have used up. */
    public static void unpark(Thread thread) {
        U.unpark(thread);
    }
}
