package sluice.agent;

import java.lang.instrument.Instrumentation;
import java.util.Collections;
import java.util.HashSet;

/** What objects take: asked of the JVM, which alone knows what it adds to the fields that a class declares. */
final class ObjectSizes {
    private final Instrumentation instrumentation;
    private final Outbox outbox;
    /** Of classes that probes tell objects of. */
    private final HashSet<String> names = new HashSet<>();

    ObjectSizes(Instrumentation instrumentation, Outbox outbox) {
        this.instrumentation = instrumentation;
        this.outbox = outbox;
    }

    /** The layout fields of PROOF. */
    static PacketWriter writeLayout(PacketWriter proof, Instrumentation jvm) {
        int[] layout = layout(jvm);
        return proof.u16(layout[0]).u8(layout[1]).u8(layout[2]).u8(layout[3]);
    }

    /**
     * The alignment, what a reference takes, where elements begin, and where those of 8 bytes do: from what arrays take. Those of bytes
     * grow by the alignment where they come to its next multiple. JDKs differ in how they tell it.
     */
    static int[] layout(Instrumentation jvm) {
        long empty = jvm.getObjectSize(new byte[0]);
        int bytes = 1;
        while (jvm.getObjectSize(new byte[bytes]) == empty) bytes++;
        long wide = jvm.getObjectSize(new long[0]);
        int longs = 1;
        while (jvm.getObjectSize(new long[longs]) == wide) longs++;
        return new int[] {
            (int) (jvm.getObjectSize(new byte[bytes]) - empty),
            (int) (jvm.getObjectSize(new Object[1 << 10]) - jvm.getObjectSize(new Object[0]) >> 10),
            (int) empty - bytes + 1,
            (int) wide - 8 * (longs - 1)
        };
    }

    synchronized void want(String[] made) {
        Collections.addAll(names, made);
    }

    /** OBJECT_SIZES of all that can have objects by now: a class that is not initialised has none, and stays so. */
    synchronized void tell() {
        if (names.isEmpty()) return;
        PacketWriter packet = new PacketWriter(Protocol.NO_ANSWER, MessageType.OBJECT_SIZES);
        int at = packet.reserveU32();
        int count = 0;
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (!names.contains(type.getName()) || !SluiceAccess.isInitialized(type)) continue;
            try {
                int bytes = (int) instrumentation.getObjectSize(SluiceAccess.made(type));
                packet.utf(type.getName()).u32(bytes);
                count++;
            } catch (InstantiationException | OutOfMemoryError notKnown) {
                // the tool says so
            }
        }
        packet.patchU32(at, count);
        outbox.offer(packet);
    }
}
