import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;

/**
 * Another agent in the same JVM: it turns Hello into Jello in OtherAgents$Greeter, and has the classes of the program
 * swapped again and again, as tools for coverage, hot reload or monitoring do.
 */
public final class OtherAgent {
    private OtherAgent() {}

    public static void premain(String options, Instrumentation instrumentation) {
        instrumentation.addTransformer(new Jello(), true);
        Thread busy = new Thread(() -> swapForEver(instrumentation), "other agent");
        busy.setDaemon(true);
        busy.start();
    }

    private static void swapForEver(Instrumentation instrumentation) {
        try {
            while (true) {
                List<Class<?>> program = new ArrayList<>();
                for (Class<?> type : instrumentation.getAllLoadedClasses()) {
                    boolean swappable = instrumentation.isModifiableClass(type);
                    if (swappable && type.getName().startsWith("OtherAgents$")) program.add(type);
                }
                if (!program.isEmpty()) instrumentation.retransformClasses(program.toArray(new Class<?>[0]));
                Thread.sleep(5);
            }
        } catch (Exception broken) {
            broken.printStackTrace();
        }
    }

    private static final class Jello implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] classFile) {
            if (!"OtherAgents$Greeter".equals(name)) return null;
            String text = new String(classFile, StandardCharsets.ISO_8859_1);
            return text.replace("Hello", "Jello").getBytes(StandardCharsets.ISO_8859_1);
        }
    }
}
