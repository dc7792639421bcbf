import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs the main method of a program and says how long it took, up to its end or its System.exit, and how much of that its thread was
 * ready to run and had no core, 0 where the system does not tell: on the error stream, as {@code WATCH <ns> <ns>}. Agents have started by
 * then, and have not ended.
 */
public final class Watch {
    private Watch() {}

    public static void main(String[] args) throws Throwable {
        Class<?> program = Class.forName(args[0]);
        String[] rest = new String[args.length - 1];
        System.arraycopy(args, 1, rest, 0, rest.length);
        Path thread = thisThread();
        long waitedNs = coreWaitsNs(thread);
        long startNs = System.nanoTime();
        Thread report = new Thread(() -> {
            long tookNs = System.nanoTime() - startNs;
            System.err.println("WATCH " + tookNs + " " + (coreWaitsNs(thread) - waitedNs));
        });
        Runtime.getRuntime().addShutdownHook(report);
        try {
            program.getMethod("main", String[].class).invoke(null, (Object) rest);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
        System.exit(0);
    }

    /** Its folder in /proc; null where there is none. */
    private static Path thisThread() {
        try {
            return Path.of("/proc").resolve(Files.readSymbolicLink(Path.of("/proc/thread-self")));
        } catch (IOException none) {
            return null;
        }
    }

    private static long coreWaitsNs(Path thread) {
        try {
            return thread == null ? 0 : Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[1]);
        } catch (IOException none) {
            return 0;
        }
    }
}
