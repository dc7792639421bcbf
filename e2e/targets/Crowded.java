import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** More threads than cores, all at work: each says what it had of a core, and how long that took on the wall. */
public class Crowded {
    private static final int THREADS = 3 * Runtime.getRuntime().availableProcessors();
    private static final long WORK_NS = 400_000_000;
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    static volatile long sink;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Crowded::crowd);
    }

    static void crowd() throws Exception {
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) threads[i] = new Thread(Crowded::measured);
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    private static void measured() {
        long startNs = System.nanoTime();
        long startCpuNs = CPU.getCurrentThreadCpuTime();
        root(startCpuNs);
        long cpuNs = CPU.getCurrentThreadCpuTime() - startCpuNs;
        System.out.println("NS " + cpuNs + " of " + (System.nanoTime() - startNs));
    }

    static void root(long startCpuNs) {
        while (CPU.getCurrentThreadCpuTime() - startCpuNs < WORK_NS) work();
    }

    static void work() {
        for (int i = 0; i < 100; i++) step();
    }

    static void step() {
        for (int i = 0; i < 2_000; i++) sink += i;
    }
}
