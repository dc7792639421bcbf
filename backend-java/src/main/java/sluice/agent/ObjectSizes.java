package sluice.agent;

import java.lang.instrument.Instrumentation;
import java.util.Collections;
import java.util.HashSet;

/** What objects take: asked of the JVM, which alone knows what it adds to the fields that a class declares. */
final class ObjectSizes {
    private static final SluiceFoundSites.Found[] NONE_FOUND = {};
    private static final Class<?>[] NO_CLASSES = {};

    private final Instrumentation instrumentation;
    private final Outbox outbox;
    /** Of classes that probes tell objects of. */
    private final HashSet<String> names = new HashSet<>();
    /** Of the recording that runs; null before the first. */
    private SluiceFoundSites foundSites;

    ObjectSizes(Instrumentation instrumentation, Outbox outbox) {
        this.instrumentation = instrumentation;
        this.outbox = outbox;
    }

    synchronized void want(String[] made) {
        Collections.addAll(names, made);
    }

    /** A recording begins: places find what they make anew. */
    synchronized void begin(SluiceFoundSites found) {
        foundSites = found;
    }

    /**
     * OBJECT_SIZES of all that can have objects by now: a class that is not initialised has none, and stays so. And the sites that were
     * found meanwhile.
     */
    synchronized void tell() {
        SluiceFoundSites.Found[] found = foundSites == null ? NONE_FOUND : foundSites.all();
        if (names.isEmpty() && found == NONE_FOUND) return;
        PacketWriter packet = new PacketWriter(Protocol.NO_ANSWER, MessageType.OBJECT_SIZES);
        int at = packet.reserveU32();
        int count = 0;
        for (Class<?> type : names.isEmpty() ? NO_CLASSES : instrumentation.getAllLoadedClasses()) {
            if (!names.contains(type.getName())) continue;
            int bytes = sizeOf(type);
            if (bytes == 0) continue;
            packet.utf(type.getName()).u32(bytes);
            count++;
        }
        packet.patchU32(at, count);
        writeFound(packet, found);
        outbox.offer(packet);
    }

    private void writeFound(PacketWriter packet, SluiceFoundSites.Found[] found) {
        int at = packet.reserveU32();
        int count = 0;
        for (SluiceFoundSites.Found one : found) {
            if (one == null || one.isTold || one.site() < 0) continue;
            one.isTold = true;
            Class<?> type = one.get();
            int bytes = type == null || type.isArray() ? 0 : sizeOf(type);
            packet.u32(one.place()).u32(one.site()).utf(one.className).u32(bytes);
            count++;
        }
        packet.patchU32(at, count);
    }

    /** Of one object, bytes; 0: there is none, or the JVM does not say. */
    private int sizeOf(Class<?> type) {
        if (type == Class.class) return 0; // the JVM alone makes them: to ask for one throws what is not declared
        if (!SluiceAccess.isInitialized(type)) return 0;
        try {
            return (int) instrumentation.getObjectSize(SluiceAccess.made(type));
        } catch (InstantiationException | OutOfMemoryError notKnown) {
            return 0; // the tool says so
        }
    }
}
