package sluice.agent;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Puts the probe classes into java.base, once per JVM: every class loader delegates java.* to the boot loader, every
 * module reads java.base, and class-data sharing stays on. Nobody can take them out again, so an agent of another
 * build refuses to work with them.
 */
final class ProbeInstaller {
    /** The build id first: it says whose the others are. A lane is a probe: a class follows its superclass. */
    private static final String[] PROBE_CLASSES = {
        "SluiceBuildId", "SluicePark", "SluiceNativeThread", "SluiceLateness", "SluiceCounters", "SluiceUnseen", "SluiceProbe", "SluiceFirstCalls", "SluiceBursts", "SluiceWord", "SluiceTicker",
        "SluiceThreadTime$Source", "SluiceThreadTime", "SluiceAllocation",
        "SluiceFollowedStart", "SluiceRing", "SluiceRoom", "SluiceOwnership", "SluiceLane", "SluiceLabels$Label", "SluiceLabels", "SluiceRequests", "SluiceTracked", "SluiceDistance", "SluiceCollections", "SluiceLive$Sizes", "SluiceLive", "SluiceHandles", "SluiceExecutables", "SluiceExecutables$Table", "SluiceKnown", "SluiceGates", "SluiceFoundSites$Found", "SluiceFoundSites", "SluiceStale", "SluiceOutside", "SluiceWitnesses", "SluiceSpareRings", "SluiceProgress", "SluiceRecording", "SluiceReferenceClass", "SluiceMakers$Handles", "SluiceMakers$Definers", "SluiceMakers", "SluiceAccess", "SluiceHiddenClasses", "SluiceTransformers", "SluiceRegionRing", "SluiceRegion"
    };

    private ProbeInstaller() {}

    /** @throws IllegalStateException with a sentence when this JVM does not let us */
    static void install(Instrumentation instrumentation) throws IOException {
        if (isDefined(PROBE_CLASSES[0]) && !Defined.buildId().equals(BuildId.VALUE)) {
            throw new IllegalStateException("the probes in this JVM are of Sluice build " + Defined.buildId()
                    + ", the agent is build " + BuildId.VALUE + ": restart the program");
        }
        Function<byte[], Class<?>> definer = null;
        Map<String, byte[]> classFiles = null;
        for (String name : PROBE_CLASSES) {
            if (isDefined(name)) continue;
            if (definer == null) {
                definer = openDefiner(instrumentation);
                classFiles = probeClassFiles();
            }
            try {
                definer.apply(classFiles.get(name));
            } catch (LinkageError | RuntimeException refused) {
                throw new IllegalStateException("this JVM does not take the class java.lang." + name + ": " + refused);
            }
        }
        initialize();
    }

    /** A class and its superclass that refer to each other: two threads that came upon them first could wait for each other. */
    private static void initialize() {
        try {
            Class.forName("java.lang.SluiceLane", true, null);
            Class.forName("java.lang.SluiceRequests", true, null);
            Class.forName("java.lang.SluiceRegion", true, null);
            Class.forName("java.lang.SluiceLive", true, null);
        } catch (ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
        for (String name : MAKERS) load(name);
    }

    /** They make objects without their constructors, and define classes of lambdas: that is told if they are there when a recording starts. */
    private static final String[] MAKERS = {
        "sun.misc.Unsafe", "java.lang.invoke.DirectMethodHandle", "java.lang.invoke.MethodHandles$Lookup$ClassDefiner"
    };

    private static void load(String name) {
        try {
            Class.forName(name, false, null);
        } catch (ClassNotFoundException notInThisImage) {
            // Then nobody calls it.
        }
    }

    /** Linked only after the class is known to be there. */
    private static final class Defined {
        static String buildId() {
            return SluiceBuildId.id();
        }
    }

    private static boolean isDefined(String name) {
        try {
            Class.forName("java.lang." + name, false, null);
            return true;
        } catch (ClassNotFoundException notYet) {
            return false;
        }
    }

    private static final class DefinerLoader extends ClassLoader {
        DefinerLoader() {
            super(null);
        }

        Class<?> define(String name, byte[] classFile) {
            return defineClass(name, classFile, 0, classFile.length);
        }
    }

    @SuppressWarnings("unchecked")
    private static Function<byte[], Class<?>> openDefiner(Instrumentation instrumentation) throws IOException {
        try {
            Class<?> definer = new DefinerLoader()
                    .define("sluice.agent.ProbeDefiner", resource("/sluice/agent/ProbeDefiner.class"));
            Map<String, Set<Module>> opens = new HashMap<>();
            opens.put("java.lang", Collections.singleton(definer.getModule()));
            instrumentation.redefineModule(
                    Object.class.getModule(),
                    new HashSet<Module>(),
                    new HashMap<String, Set<Module>>(),
                    opens,
                    new HashSet<Class<?>>(),
                    new HashMap<Class<?>, List<Class<?>>>());
            return (Function<byte[], Class<?>>) definer.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | RuntimeException refused) {
            throw new IllegalStateException("this JVM does not open java.lang to agents: " + refused);
        }
    }

    /** All in one entry of the jar, as build/java.mjs packs them: name, length and class file of each. */
    private static Map<String, byte[]> probeClassFiles() throws IOException {
        Map<String, byte[]> classFiles = new HashMap<>();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(resource("/sluice/agent/probes")));
        while (in.available() > 0) {
            String name = in.readUTF();
            byte[] classFile = new byte[in.readInt()];
            in.readFully(classFile);
            classFiles.put(name, classFile);
        }
        return classFiles;
    }

    static byte[] resource(String path) throws IOException {
        try (InputStream in = ProbeInstaller.class.getResourceAsStream(path)) {
            if (in == null) throw new IOException("the agent jar has no " + path);
            return in.readAllBytes();
        }
    }
}
