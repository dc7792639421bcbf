package sluice.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;

/**
 * The bytes of loaded classes, as the JVM would hand them to a transformer now. It does so only in a swap, and a swap
 * stops the world and throws compiled code away even when nothing changes; so the list ends with a class of ours
 * whose bytes become garbage: by then all others have been handed over, the JVM refuses the call and swaps nothing.
 *
 * <p>Garbage for each class, in a call of its own, would save the parsing and take half the time. But of a class whose bytes
 * are changed the JVM keeps a copy of its file, and loses it when it refuses them (jvmtiExport.cpp, post_to_env).
 */
final class ClassCapture {
    private static final int CLASSES_PER_CALL = 50;
    private static final byte[] GARBAGE = {0};

    private final Instrumentation instrumentation;
    private final ClassRegistry registry;
    private volatile Thread capturingThread;
    /** Worker only. */
    private final HashMap<Class<?>, byte[]> captured = new HashMap<>();

    ClassCapture(Instrumentation instrumentation, ClassRegistry registry) {
        this.instrumentation = instrumentation;
        this.registry = registry;
    }

    /** Whether the transformer is being called for us. */
    boolean isRunning() {
        return Thread.currentThread() == capturingThread;
    }

    /** The transformer's part. */
    byte[] take(Class<?> type, byte[] bytes) {
        if (type == CaptureBait.class) return GARBAGE;
        captured.put(type, bytes);
        return null;
    }

    /** CLASS_BYTES; classes beyond its limit are left out. */
    byte[] answer(int id, int[] classIds) throws ProtocolException {
        PacketWriter packet = new PacketWriter(id, MessageType.CLASS_BYTES, 1 << 16);
        int countAt = packet.reserveU32();
        int count = 0;
        try {
            for (int from = 0; from < classIds.length && packet.size() < Protocol.MAX_CLASS_BYTES; ) {
                int to = Math.min(classIds.length, from + CLASSES_PER_CALL);
                capture(Arrays.copyOfRange(classIds, from, to));
                for (; from < to; from++) {
                    Class<?> type = registry.loadedClass(classIds[from]);
                    byte[] bytes = type == null ? new byte[0] : bytesOf(type);
                    boolean fits = packet.size() + bytes.length <= Protocol.MAX_CLASS_BYTES;
                    if (!fits && count > 0) break;
                    packet.u32(classIds[from]).blob(fits ? bytes : new byte[0]);
                    count++;
                }
                captured.clear();
                if (from < to) break;
            }
        } finally {
            captured.clear();
        }
        packet.patchU32(countAt, count);
        return packet.toPacket();
    }

    private void capture(int[] classIds) {
        ArrayList<Class<?>> wanted = new ArrayList<>();
        for (int classId : classIds) {
            Class<?> type = registry.loadedClass(classId);
            if (type != null && instrumentation.isModifiableClass(type)) wanted.add(type);
        }
        capture(wanted);
    }

    /** A class that the JVM does not link ends the call before others are handed over, or all: it is found by halves. */
    private void capture(List<Class<?>> wanted) {
        if (wanted.isEmpty()) return;
        handOver(wanted.toArray(new Class<?>[0]));
        ArrayList<Class<?>> missing = new ArrayList<>();
        for (Class<?> type : wanted) {
            if (!captured.containsKey(type)) missing.add(type);
        }
        if (missing.isEmpty() || wanted.size() == 1) return;
        int middle = missing.size() + 1 >>> 1;
        capture(missing.subList(0, middle));
        capture(missing.subList(middle, missing.size()));
    }

    /** Whether the JVM takes any code at all for the class, which it links first. Nothing is swapped, and the world goes on. Worker only. */
    boolean canBeSwapped(Class<?> type) {
        try {
            return !(handOver(type) instanceof InternalError);
        } finally {
            captured.clear();
        }
    }

    /** @return how the JVM ended the call: by the ClassFormatError of the garbage, if it came so far */
    private Throwable handOver(Class<?>... types) {
        Class<?>[] withBait = Arrays.copyOf(types, types.length + 1);
        withBait[types.length] = CaptureBait.class;
        capturingThread = Thread.currentThread();
        try {
            instrumentation.retransformClasses(withBait);
            return null; // another agent has put a class file in the place of the garbage
        } catch (Throwable expected) {
            return expected;
        } finally {
            capturingThread = null;
        }
    }

    /** What was captured, else the class file, else nothing. */
    private byte[] bytesOf(Class<?> type) {
        byte[] bytes = captured.get(type);
        if (bytes != null) return bytes;
        String name = type.getName();
        if (name.indexOf('/') >= 0) return new byte[0];
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in != null) return in.readNBytes(Protocol.MAX_CLASS_BYTES);
        } catch (IOException unreadable) {
            // not available
        } catch (RuntimeException ofTheLoader) {
            // not available
        }
        return new byte[0];
    }
}
