package java.lang;

import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdk.internal.misc.Unsafe;

/**
 * How many collections there have been in this JVM, of all kinds. Read where HotSpot keeps its performance counters, so it costs two
 * or three loads and no code of the JDK. Where there are none (-XX:-UsePerfData), and where they count pauses (ZGC, Shenandoah), the
 * agent tells of each collection that it notices.
 */
public final class SluiceCollections {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int MAGIC = 0xcafec0c0;
    private static final int MOST_COLLECTORS = 3;

    /** Of the counters, from the start of their memory, which stays as long as the JVM. */
    private static long[] addresses = {};
    private static boolean isLocated;
    private static volatile long noticed;

    private SluiceCollections() {}

    /** To be called by the agent before anybody counts. */
    public static void locate() {
        if (isLocated) return;
        isLocated = true;
        try {
            addresses = found(counters());
        } catch (ReflectiveOperationException | RuntimeException | LinkageError none) {
            // The agent notices.
        }
    }

    /** False: each collection must be told by {@link #notice}. */
    public static boolean areCounted() {
        return addresses.length > 0;
    }

    public static void notice() {
        noticed++; // the pump alone
    }

    public static int count() {
        long sum = noticed;
        for (long address : addresses) sum += U.getLong(address);
        return (int) sum;
    }

    /** JDKs differ in the parameters; 0 is this JVM. */
    private static ByteBuffer counters() throws ReflectiveOperationException {
        Class<?> perf = Class.forName("jdk.internal.perf.Perf");
        Object instance = perf.getMethod("getPerf").invoke(null);
        for (Method attach : perf.getMethods()) {
            if (!attach.getName().equals("attach")) continue;
            int parameters = attach.getParameterCount();
            if (parameters == 1) return (ByteBuffer) attach.invoke(instance, 0);
            if (parameters == 2 && attach.getParameterTypes()[1] == String.class) return (ByteBuffer) attach.invoke(instance, 0, "r");
        }
        throw new NoSuchMethodException("attach");
    }

    /** Layout: HotSpot's perfMemory.hpp. */
    private static long[] found(ByteBuffer memory) {
        long start = U.getLong(memory, U.objectFieldOffset(Buffer.class, "address"));
        ByteBuffer bytes = memory.duplicate().order(ByteOrder.BIG_ENDIAN);
        if (bytes.getInt(0) != MAGIC) return new long[0];
        bytes.order(bytes.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        long[] counters = new long[MOST_COLLECTORS];
        int count = 0;
        int at = bytes.getInt(24);
        for (int entries = bytes.getInt(28); entries > 0; entries--) {
            int data = at + bytes.getInt(at + 16);
            String name = textAt(bytes, at + bytes.getInt(at + 4));
            if (name.startsWith("sun.gc.collector.")) {
                if (name.endsWith(".name") && !textAt(bytes, data).matches("(G1|Serial|Parallel|Copy|MSC|PS|PCopy|ParNew|CMS).*")) return new long[0];
                if (name.endsWith(".invocations") && count < MOST_COLLECTORS) counters[count++] = start + data;
            }
            at += bytes.getInt(at);
        }
        long[] exactly = new long[count];
        System.arraycopy(counters, 0, exactly, 0, count);
        return exactly;
    }

    private static String textAt(ByteBuffer bytes, int from) {
        StringBuilder text = new StringBuilder();
        for (int at = from; bytes.get(at) != 0; at++) text.append((char) bytes.get(at));
        return text.toString();
    }
}
