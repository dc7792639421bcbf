/** A thousand virtual threads enter the root (JDK 21 and later). */
public class VirtualThreads {
    static final int THREADS = 1000;

    public static void main(String[] args) throws Exception {
        Target.serve(args, VirtualThreads::startAll);
    }

    static void startAll() throws Exception {
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = Thread.ofVirtual().name("virtual-" + i).start(VirtualThreads::root);
        }
        for (Thread thread : threads) thread.join();
    }

    static void root() {
        for (int i = 0; i < 10; i++) {
            step();
            Thread.yield(); // may go on on another carrier thread
        }
    }

    static void step() {
        leaf();
    }

    static void leaf() {}
}
