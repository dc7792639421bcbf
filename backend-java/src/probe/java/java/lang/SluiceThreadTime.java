package java.lang;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import jdk.internal.vm.annotation.DontInline;

/**
 * The clock {@code cpu}: how long a platform thread has been running on a core, in user and system code. The JVM tells it by a
 * native method of java.management only (ThreadImpl.getThreadTotalCpuTime0; jmm_GetThreadCpuTimeWithKind in HotSpot's
 * management.cpp), a call of the operating system for each read.
 *
 * <p>Between the probe and that method is one hidden class, which nobody can instrument, and no other code: the public methods of
 * ThreadMXBean are Java code that may carry probes itself. A virtual thread has no such time; the method would tell its carrier's.
 */
public final class SluiceThreadTime {
    private static final String IMPLEMENTATION = "sun.management.ThreadImpl";
    private static final String NATIVE_METHOD = "getThreadTotalCpuTime0";
    private static final long CALLING_THREAD = 0;

    /** The hidden class is one: public, for that is of another package. */
    public interface Source {
        /** @return ns, or bytes; -1 when the thread is not alive */
        long ofThread(long threadId);
    }

    /** Null before {@link #open}. */
    private static Source source;

    private SluiceThreadTime() {}

    /**
     * To be called before the first recording by this clock, on a thread of the agent's: it loads classes.
     * @throws ReflectiveOperationException when this JVM has no java.management, or none that is known
     * @throws IllegalStateException when it does not tell the time
     */
    public static void open() throws ReflectiveOperationException {
        if (source != null) return;
        Source opened = sourceOf(NATIVE_METHOD);
        if (opened.ofThread(CALLING_THREAD) < 0) throw new IllegalStateException("it tells no CPU time of threads");
        source = opened;
    }

    /**
     * To be called on a thread of the agent's: it loads classes.
     * @param nativeMethod of the JVM's own bean of threads: by the id of a thread, 0 for the calling one
     */
    static Source sourceOf(String nativeMethod) throws ReflectiveOperationException {
        // Loads the native library.
        Class.forName("java.lang.management.ManagementFactory", true, null).getMethod("getThreadMXBean").invoke(null);
        Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        trusted.setAccessible(true);
        Class<?> owner = Class.forName(IMPLEMENTATION, true, null);
        MethodHandles.Lookup lookup = ((MethodHandles.Lookup) trusted.get(null)).in(owner);
        MethodType type = MethodType.methodType(long.class, long.class);
        MethodHandle method = lookup.findStatic(owner, nativeMethod, type);
        try {
            return (Source) LambdaMetafactory.metafactory(
                    lookup, "ofThread", MethodType.methodType(Source.class), type, method, type)
                    .getTarget()
                    .invokeExact();
        } catch (ReflectiveOperationException | RuntimeException | Error refused) {
            throw refused;
        } catch (Throwable refused) {
            throw new ReflectiveOperationException(refused);
        }
    }

    /** Of the calling platform thread, ns. Some hundred ns of work. */
    @DontInline
    static long nowNs() {
        return source.ofThread(CALLING_THREAD);
    }

    /** Of a platform thread, ns; -1 when it is not alive. */
    public static long ofThread(long threadId) {
        return source.ofThread(threadId);
    }
}
