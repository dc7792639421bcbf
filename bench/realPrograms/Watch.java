import java.lang.reflect.InvocationTargetException;

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
        CoreWaits coreWaits = CoreWaits.ofThisThread();
        long waitedNs = coreWaits.ns();
        long startNs = System.nanoTime();
        Thread report = new Thread(() -> {
            long tookNs = System.nanoTime() - startNs;
            System.err.println("WATCH " + tookNs + " " + (coreWaits.ns() - waitedNs));
        });
        Runtime.getRuntime().addShutdownHook(report);
        try {
            program.getMethod("main", String[].class).invoke(null, (Object) rest);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
        System.exit(0);
    }
}
