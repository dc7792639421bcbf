import java.util.concurrent.CyclicBarrier;

/** Eight threads enter the root at the same moment, so its first invocation happens eight times at once. */
public class Threads {
    static final int THREADS = 8;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Threads::startAll);
    }

    static void startAll() throws Exception {
        CyclicBarrier together = new CyclicBarrier(THREADS);
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] =
                    new Thread("worker-" + i) {
                        @Override
                        public void run() {
                            try {
                                together.await();
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                            root();
                        }
                    };
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    static long root() {
        long sum = 0;
        for (int i = 0; i < 5000; i++) sum += step(i);
        return sum;
    }

    static int step(int i) {
        return leaf(i) + leaf(i + 1);
    }

    static int leaf(int i) {
        return i & 7;
    }
}
