package sluice.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;

/** The one transformer: sends what the JVM hands it to whoever wants it. Never throws, and nothing is its default. */
final class SluiceTransformer implements ClassFileTransformer {
    private final LoadHook loadHook;
    private final HotSwap hotSwap;
    private final ClassCapture capture;

    SluiceTransformer(LoadHook loadHook, HotSwap hotSwap, ClassCapture capture) {
        this.loadHook = loadHook;
        this.hotSwap = hotSwap;
        this.capture = capture;
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String internalName,
            Class<?> classBeingRedefined,
            ProtectionDomain protectionDomain,
            byte[] bytes) {
        try {
            if (classBeingRedefined == null) {
                String name = internalName != null ? internalName : ClassFileName.of(bytes);
                return name == null ? null : loaded(module, loader, name, bytes);
            }
            if (capture.isRunning()) return capture.take(classBeingRedefined, bytes);
            return hotSwap.rewrite(classBeingRedefined, bytes);
        } catch (Throwable neverOutOfHere) {
            return null;
        }
    }

    private byte[] loaded(Module module, ClassLoader loader, String internalName, byte[] bytes) {
        try {
            return loadHook.loading(module, loader, internalName, bytes);
        } catch (OutOfMemoryError full) {
            loadHook.leftAlone();
            return null;
        }
    }
}
