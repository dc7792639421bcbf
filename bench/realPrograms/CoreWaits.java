import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long a thread was ready to run and had no core, as Linux counts it; 0 where the system does not tell. */
final class CoreWaits {
    /** The thread's folder in /proc; null where there is none. */
    private final Path thread;

    private CoreWaits(Path thread) {
        this.thread = thread;
    }

    static CoreWaits ofThisThread() {
        try {
            return new CoreWaits(Path.of("/proc").resolve(Files.readSymbolicLink(Path.of("/proc/thread-self"))));
        } catch (IOException none) {
            return new CoreWaits(null);
        }
    }

    /** Since the thread began; any thread may ask. */
    long ns() {
        try {
            return thread == null ? 0 : Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[1]);
        } catch (IOException none) {
            return 0;
        }
    }
}
