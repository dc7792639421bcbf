package sluice.agent;

import java.lang.instrument.Instrumentation;
import java.util.BitSet;

/** Writes CLASSES: every class that is loaded, supers before their subclasses, every loader met, and the packages of the JDK. */
final class ClassLister {
    private static final int MODIFIABLE = 1;
    private static final int INTERFACE = 2;
    private static final int HIDDEN = 4;
    private static final int INITIALIZED = 8;
    private static final int CORE = 16;
    private static final int MAY_SUSPEND = 32;

    private static final Module BASE = Object.class.getModule();
    /** Continuation's. */
    private static final String CONTINUATIONS = "jdk.internal.vm";

    private final Instrumentation instrumentation;
    private final ClassRegistry registry;
    private final PacketWriter classes = new PacketWriter(0, 0, 1 << 16);
    private final BitSet written = new BitSet();
    private int count;

    ClassLister(Instrumentation instrumentation, ClassRegistry registry) {
        this.instrumentation = instrumentation;
        this.registry = registry;
    }

    byte[] answer(int id) throws ProtocolException {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (!type.isArray() && !type.isPrimitive()) write(type);
        }
        PacketWriter packet = new PacketWriter(id, MessageType.CLASSES, classes.size() + (1 << 12));
        writeLoaders(packet);
        packet.u32(count).raw(classes.bytes(), Protocol.HEADER_BYTES, classes.size() - Protocol.HEADER_BYTES);
        String[] packages = CoreModules.packages();
        packet.u32(packages.length);
        for (String name : packages) packet.utf(name);
        return packet.toPacket();
    }

    /** Recursion goes no deeper than the class hierarchy. @return the number of the class */
    private int write(Class<?> type) {
        int classId = registry.classId(type);
        if (written.get(classId)) return classId;
        written.set(classId);
        Class<?> superclass = type.getSuperclass();
        int superId = superclass == null ? 0 : write(superclass);
        Class<?>[] interfaces = type.getInterfaces();
        int[] interfaceIds = new int[interfaces.length];
        for (int i = 0; i < interfaces.length; i++) interfaceIds[i] = write(interfaces[i]);

        String module = type.getModule().getName();
        classes.u32(classId)
                .u32(registry.loaderId(type.getClassLoader()))
                .u8(flagsOf(type))
                .utf(type.getName())
                .utf(module == null ? "" : module)
                .u32(superId)
                .u32(interfaceIds.length);
        for (int interfaceId : interfaceIds) classes.u32(interfaceId);
        count++;
        return classId;
    }

    private int flagsOf(Class<?> type) {
        int flags = 0;
        // Class.isHidden came with JDK 15; the names of hidden classes, and of the anonymous ones before, have a slash.
        boolean hidden = type.getName().indexOf('/') >= 0;
        if (!hidden && OwnClasses.mayBeSwapped(type) && instrumentation.isModifiableClass(type)) flags |= MODIFIABLE;
        if (type.isInterface()) flags |= INTERFACE;
        if (hidden) flags |= HIDDEN;
        if (SluiceAccess.isInitialized(type)) flags |= INITIALIZED;
        if (CoreModules.contains(type.getModule(), type.getName())) flags |= CORE;
        else if (BASE.isExported(CONTINUATIONS, type.getModule())) flags |= MAY_SUSPEND;
        return flags;
    }

    private void writeLoaders(PacketWriter packet) {
        int at = packet.reserveU32();
        int loaders = 1;
        packet.u32(0).utf("").utf("");
        for (int loaderId = 1; loaderId <= registry.maxLoaderId(); loaderId++) {
            ClassLoader loader = registry.loader(loaderId);
            if (loader == null) continue;
            packet.u32(loaderId).utf(loader.getClass().getName()).utf(nameOf(loader));
            loaders++;
        }
        packet.patchU32(at, loaders);
    }

    /** The only call into a class loader: a program may override it, and it may do anything. */
    static String nameOf(ClassLoader loader) {
        try {
            String name = loader.getName();
            return name == null ? "" : name;
        } catch (Throwable ofTheProgram) {
            return "";
        }
    }
}
