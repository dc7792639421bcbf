import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;

/** The root starts threads in every way there is without virtual ones; other threads run all the time. */
public class StartedThreads {
    static ExecutorService pool;

    public static void main(String[] args) throws Exception {
        Target.serve(args, StartedThreads::all, StartedThreads::outside);
    }

    static void all() throws Exception {
        Thread before = new Thread(StartedThreads::plain);
        before.start();
        root();
        pool.submit(StartedThreads::submittedLater).get(); // from outside, to a thread that was started inside
        pool.shutdown();
        before.join();
        outside();
    }

    /** Never in a subgraph. */
    static void outside() throws Exception {
        Thread thread = new Thread(StartedThreads::plain);
        thread.start();
        thread.join();
    }

    static void root() throws Exception {
        subclass();
        plainThreads();
        pool();
        forkJoin();
        chain();
        failing();
    }

    /** The second start is refused while the thread runs. */
    static void subclass() throws Exception {
        Worker worker = new Worker();
        worker.start();
        try {
            worker.start();
            throw new AssertionError("started twice");
        } catch (IllegalThreadStateException refused) {
            worker.go.countDown();
        }
        worker.join();
    }

    static final class Worker extends Thread {
        final CountDownLatch go = new CountDownLatch(1);

        @Override
        public void run() {
            await(go);
            leaf();
        }
    }

    static void plainThreads() throws Exception {
        for (int i = 0; i < 20; i++) {
            Thread thread = new Thread(StartedThreads::plain);
            thread.start();
            thread.join();
        }
    }

    static void plain() {
        for (int i = 0; i < 100; i++) leaf();
    }

    static void pool() throws Exception {
        pool = Executors.newFixedThreadPool(2);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) futures.add(pool.submit(StartedThreads::submitted));
        for (Future<?> future : futures) future.get();
    }

    static void submitted() {
        leaf();
    }

    static void submittedLater() {
        leaf();
    }

    static void forkJoin() throws Exception {
        ForkJoinPool workers = new ForkJoinPool(2);
        CountDownLatch done = new CountDownLatch(10);
        for (int i = 0; i < 10; i++) {
            workers.execute(() -> {
                leaf();
                done.countDown();
            });
        }
        done.await(); // and no join, which might run tasks here
        workers.shutdown();
    }

    /** A thread started inside starts another, which enters a method that may be a root, too. */
    static void chain() throws Exception {
        Thread first = new Thread(StartedThreads::first);
        first.start();
        first.join();
    }

    static void first() {
        Thread second = new Thread(StartedThreads::second);
        second.start();
        try {
            second.join();
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static void second() {
        inner();
        leaf();
    }

    static void inner() {
        leaf();
    }

    /** Its stack is larger than the machine. */
    static void failing() {
        Thread thread = new Thread(null, StartedThreads::plain, "too large", 1L << 50);
        for (int i = 0; i < 3; i++) {
            try {
                thread.start();
                throw new AssertionError("started with a stack of a petabyte");
            } catch (OutOfMemoryError refused) {
                leaf();
            }
        }
    }

    static void leaf() {}

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
