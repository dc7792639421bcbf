import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Runs the main method of a program once for each line on stdin, in one JVM, so that it gets warm; then says on the error stream
 * {@code ROUND <CPU time> <wall time> <waits for a core>}, ns, of the thread that ran it. First it says {@code READY <pid>}. For programs
 * that do not end with System.exit.
 */
public final class Rounds {
    private Rounds() {}

    public static void main(String[] args) throws Exception {
        Method program = Class.forName(args[0]).getMethod("main", String[].class);
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        CoreWaits coreWaits = CoreWaits.ofThisThread();
        BufferedReader words = new BufferedReader(new InputStreamReader(System.in));
        System.err.println("READY " + ProcessHandle.current().pid());
        while (words.readLine() != null) {
            long waitedNs = coreWaits.ns();
            long wallNs = System.nanoTime();
            long cpuNs = threads.getCurrentThreadCpuTime();
            program.invoke(null, (Object) rest.clone());
            cpuNs = threads.getCurrentThreadCpuTime() - cpuNs;
            wallNs = System.nanoTime() - wallNs;
            System.err.println("ROUND " + cpuNs + " " + wallNs + " " + (coreWaits.ns() - waitedNs));
        }
        System.exit(0);
    }
}
