import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** The root runs a parallel stream in the common pool, whose threads start when they are first needed: by the root. */
public class ParallelStream {
    static final int STEPS = 5000;
    static CountDownLatch others;
    static Thread ofRoot;

    public static void main(String[] args) throws Exception {
        Target.serve(args, ParallelStream::root);
    }

    static void root() {
        others = new CountDownLatch(1);
        ofRoot = Thread.currentThread();
        IntStream.range(0, STEPS).parallel().forEach(ParallelStream::step);
    }

    /** The root's thread waits until another one takes part: on a busy machine it would have done all of it. */
    static void step(int i) {
        if (Thread.currentThread() != ofRoot) others.countDown();
        leaf(i);
        try {
            others.await();
        } catch (InterruptedException nobodyDoesThat) {
            throw new IllegalStateException(nobodyDoesThat);
        }
    }

    static int leaf(int i) {
        return Integer.bitCount(i);
    }
}
