import java.util.concurrent.CountDownLatch;

/** 1,000 threads that are all within the root at the same time, and each call 100 methods there. */
public class Crowd {
    private static final int THREADS = 1_000;
    private static final int CALLS = 100;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Crowd::run);
    }

    static void run() throws Exception {
        CountDownLatch inside = new CountDownLatch(THREADS);
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> root(inside), "crowd " + i);
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
    }

    static void root(CountDownLatch inside) {
        inside.countDown();
        try {
            inside.await();
        } catch (InterruptedException notHere) {
            throw new IllegalStateException(notHere);
        }
        for (int i = 0; i < CALLS; i++) call();
    }

    static void call() {
        sum++;
    }

    static volatile int sum;
}
