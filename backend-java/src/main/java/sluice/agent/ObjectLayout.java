package sluice.agent;

import java.lang.instrument.Instrumentation;

/** How the JVM lays objects out. Told before anything of ours is in the program, so it names no class of the probes. */
final class ObjectLayout {
    private ObjectLayout() {}

    /** The layout fields of PROOF. */
    static PacketWriter write(PacketWriter proof, Instrumentation jvm) {
        int[] layout = of(jvm);
        return proof.u16(layout[0]).u8(layout[1]).u8(layout[2]).u8(layout[3]);
    }

    /**
     * The alignment, what a reference takes, where elements begin, and where those of 8 bytes do: from what arrays take. Those of bytes
     * grow by the alignment where they come to its next multiple. JDKs differ in how they tell it.
     */
    static int[] of(Instrumentation jvm) {
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
}
