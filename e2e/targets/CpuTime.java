import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.SynchronousQueue;

/**
 * A thread that works and sleeps within the root, a word at a time:
 *
 * <pre>
 *     begin    it enters the root
 *     spin     it works until its CPU time has gone on by 100 ms
 *     sleep    it sleeps for 100 ms
 *     end      it leaves the root
 * </pre>
 */
public class CpuTime {
    private static final long SPIN_NS = 100_000_000;
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    private static final SynchronousQueue<String> words = new SynchronousQueue<>();
    private static final SynchronousQueue<String> answers = new SynchronousQueue<>();
    private static long sink;

    public static void main(String[] args) throws Exception {
        System.out.println("READY " + ProcessHandle.current().pid());
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Thread worker = null;
        for (String word = input.readLine(); word != null; word = input.readLine()) {
            if (word.equals("begin")) {
                worker = new Thread(CpuTime::root);
                worker.start();
            } else {
                words.put(word);
            }
            if (word.equals("end")) worker.join();
            else answers.take();
            System.out.println("DONE");
        }
        System.exit(0);
    }

    static void root() {
        try {
            answers.put("entered");
            for (String word = words.take(); !word.equals("end"); word = words.take()) {
                if (word.equals("spin")) spin();
                else sleep();
                answers.put(word);
            }
        } catch (InterruptedException nobody) {
            throw new IllegalStateException(nobody);
        }
    }

    static void spin() {
        long endNs = CPU.getCurrentThreadCpuTime() + SPIN_NS;
        while (CPU.getCurrentThreadCpuTime() < endNs) step();
    }

    static void step() {
        for (int i = 0; i < 50_000; i++) sink ^= sink << 7 ^ i;
    }

    static void sleep() throws InterruptedException {
        Thread.sleep(100);
    }
}
