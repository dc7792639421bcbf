import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.TreeMap;

/**
 * An agent of the tests, independent of Sluice's: writes the bytes that the JVM has for the loaded classes whose names
 * start with a prefix into one file, and changes nothing. Options: prefix:file (an equals sign would be jcmd's own).
 */
public class ClassBytes {
    public static void agentmain(String options, Instrumentation instrumentation) throws Exception {
        String prefix = options.substring(0, options.indexOf(':'));
        Path file = Path.of(options.substring(prefix.length() + 1));
        Map<String, byte[]> bytes = new TreeMap<>();
        ClassFileTransformer reader =
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] buffer) {
                        if (type != null) bytes.put(type.getName() + "@" + System.identityHashCode(type), buffer.clone());
                        return null;
                    }
                };
        instrumentation.addTransformer(reader, true);
        try {
            for (Class<?> type : instrumentation.getAllLoadedClasses()) {
                if (type.getName().startsWith(prefix) && instrumentation.isModifiableClass(type)) {
                    instrumentation.retransformClasses(type);
                }
            }
        } finally {
            instrumentation.removeTransformer(reader);
        }
        Files.write(file, packed(bytes));
    }

    private static byte[] packed(Map<String, byte[]> bytes) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(all);
        for (Map.Entry<String, byte[]> entry : bytes.entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeInt(entry.getValue().length);
            out.write(entry.getValue());
        }
        return all.toByteArray();
    }
}
