import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The root starts virtual threads in all ways, and platform threads by the builders that came with them (JDK 21 and later). */
public class StartedVirtualThreads {
    static final int THREADS = 500;

    public static void main(String[] args) throws Exception {
        Target.serve(args, StartedVirtualThreads::root, StartedVirtualThreads::outside);
    }

    /** Never in a subgraph. */
    static void outside() throws Exception {
        Thread.startVirtualThread(StartedVirtualThreads::started).join();
    }

    static void root() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.startVirtualThread(StartedVirtualThreads::started));
            threads.add(Thread.ofVirtual().start(StartedVirtualThreads::built));
        }
        threads.add(Thread.ofPlatform().start(StartedVirtualThreads::onPlatform));
        for (Thread thread : threads) thread.join();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) executor.submit(StartedVirtualThreads::submitted);
        }
    }

    static void started() {
        for (int i = 0; i < 10; i++) {
            leaf();
            Thread.yield(); // may go on on another carrier thread
        }
    }

    static void built() {
        leaf();
    }

    static void onPlatform() {
        try {
            Thread.startVirtualThread(StartedVirtualThreads::built).join();
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static void submitted() {
        leaf();
    }

    static void leaf() {}
}
