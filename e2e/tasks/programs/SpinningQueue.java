package queues;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** Its workers wait for work, and there is none. What takes a core is the dispatcher, which asks an empty queue again and again. */
public class SpinningQueue {
    /** Some seconds of asking: by then everybody has noticed. */
    private static final int NOTICED = 300_000;

    private final CountDownLatch asked = new CountDownLatch(NOTICED);
    private final ConcurrentLinkedQueue<Runnable> arrived = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<Runnable> ready = new ArrayBlockingQueue<>(16);

    public static void main(String[] args) throws Exception {
        SpinningQueue queue = new SpinningQueue();
        for (int i = 0; i < 6; i++) start("worker-" + i, queue::work);
        start("dispatcher", queue::dispatch);
        queue.asked.await();
        System.out.println("READY");
        System.in.read();
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void dispatch() {
        for (;;) {
            Runnable next = nextArrived();
            if (next != null) ready.add(next);
            asked.countDown();
        }
    }

    private Runnable nextArrived() {
        Runnable next = null;
        for (int i = 0; i < 1_000 && next == null; i++) next = arrived.poll();
        return next;
    }

    private void work() {
        try {
            for (;;) ready.take().run();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
