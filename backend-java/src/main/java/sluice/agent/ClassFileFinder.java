package sluice.agent;

import java.io.InputStream;

/** Class files of classes that need not be loaded: "not loaded yet" and "does not exist" are different answers. */
final class ClassFileFinder {
    private ClassFileFinder() {}

    /**
     * Asks the JVM's own loaders only; those of the application would run its code.
     * @param name as Class.getName()
     * @return empty when there is none
     */
    static byte[] find(String name) {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        boolean ofJvm = loader.getClass().getName().startsWith("jdk.internal.loader.");
        if (!ofJvm) loader = ClassLoader.getPlatformClassLoader(); // -Djava.system.class.loader
        try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in != null) return in.readNBytes(Protocol.MAX_CLASS_BYTES);
        } catch (Exception unreadable) {
            // as good as not there
        }
        return new byte[0];
    }
}
