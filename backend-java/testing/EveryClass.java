import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds an object of every class that it can initialise of some modules of the JDK, and of each class that it is told to hold one of. Then
 * tells what arrays take: by what the JVM says that the thread has allocated.
 */
public class EveryClass {
    private static final String[] MODULES = {
        "java.base", "java.logging", "java.management", "java.sql", "java.xml", "jdk.compiler", "jdk.jfr"
    };

    /** What they do when they are initialised is not for a program that wants to live: they end it, or take its streams. */
    private static final String NOT_INITIALISED = "sun/launcher/|java/lang/Shutdown|jdk/internal/misc/CDS";

    private static final Class<?>[] ELEMENTS = {
        boolean.class, byte.class, char.class, short.class, int.class, float.class, long.class, double.class, Object.class
    };

    private static final int LENGTHS = 100;
    private static final int ROUNDS = 5;
    private static final List<Object> HELD = new ArrayList<>();
    private static sun.misc.Unsafe unsafe;

    public static void main(String[] args) throws Exception {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        unsafe = (sun.misc.Unsafe) field.get(null);
        for (String module : MODULES) for (String name : classesOf(module)) hold(name);
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("arrays")) tellArrays();
            else if (!hold(line)) System.out.println("none of " + line);
            System.out.println("done " + line);
        }
    }

    private static List<String> classesOf(String module) throws IOException {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules", module);
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.contains("-info."))
                    .filter(file -> !file.matches("(" + NOT_INITIALISED + ").*"))
                    .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .collect(Collectors.toList());
        }
    }

    /** @return false: abstract, of another loader, or not to be initialised in this program */
    private static boolean hold(String name) {
        try {
            HELD.add(unsafe.allocateInstance(Class.forName(name)));
            return true;
        } catch (Throwable noObjects) {
            return false;
        }
    }

    /** A line "array TYPE bytes bytes ..." for each type, by length. */
    private static void tellArrays() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        Object[] arrays = new Object[1];
        for (Class<?> element : ELEMENTS) {
            long[] bytes = new long[LENGTHS];
            for (int round = 0; round < ROUNDS; round++) { // the least: what the JVM does meanwhile is not the array's
                for (int length = 0; length < LENGTHS; length++) {
                    long before = threads.getThreadAllocatedBytes(self);
                    arrays[0] = Array.newInstance(element, length);
                    long made = threads.getThreadAllocatedBytes(self) - before;
                    bytes[length] = round == 0 ? made : Math.min(made, bytes[length]);
                }
            }
            StringBuilder line = new StringBuilder("array ").append(element.getName());
            for (long each : bytes) line.append(' ').append(each);
            System.out.println(line);
        }
    }
}
