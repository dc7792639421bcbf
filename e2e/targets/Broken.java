import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that are hit within the root by what nobody expects: interrupts, and Thread.stop where the
 * JDK has it. In the end each calls `after` 1,000 times directly below its root.
 */
public class Broken {
    private static final int AFTER = 1_000;

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> {
            interrupts();
            stops();
        });
    }

    // ---- interrupts: a thread sees as many as it was sent, one by one

    static void interrupts() throws Exception {
        int[] seen = new int[1];
        Thread thread = new Thread(() -> interruptedRoot(seen), "interrupted");
        thread.start();
        int sent = 0;
        for (; thread.isAlive(); sent++) {
            int before = seen[0];
            thread.interrupt();
            while (seen[0] == before && thread.isAlive()) LockSupport.parkNanos(10_000);
        }
        System.out.println("INTERRUPTS " + (seen[0] >= sent - 1 && seen[0] <= sent));
    }

    static void interruptedRoot(int[] seen) {
        for (int i = 0; i < 200; ) {
            step();
            if (Thread.interrupted()) {
                seen[0]++;
                i++;
            }
        }
        for (int i = 0; i < AFTER; i++) after();
    }

    // ---- Thread.stop: an exception anywhere, also within a probe

    static volatile long begun;
    static volatile int caught;
    static volatile boolean goOn;

    static void stops() throws Exception {
        Method stop;
        try {
            stop = Thread.class.getMethod("stop");
        } catch (NoSuchMethodException gone) {
            System.out.println("STOPS 0 0");
            return;
        }
        int stops = 0;
        goOn = true;
        Thread thread = new Thread(Broken::stoppedRoot, "stopped");
        thread.start();
        long before = begun;
        while (begun == before) LockSupport.parkNanos(1_000_000); // one that comes sooner ends the root
        for (int i = 0; i < 200; i++) {
            LockSupport.parkNanos(1_000_000);
            try {
                stop.invoke(thread);
                stops++;
            } catch (InvocationTargetException refused) {
                break; // JDK 20 and later: UnsupportedOperationException
            }
            // One that comes while the thread is between handler and loop ends the root.
            while (caught < stops && thread.isAlive()) LockSupport.parkNanos(10_000);
            long again = begun;
            while (begun == again && thread.isAlive()) LockSupport.parkNanos(10_000);
        }
        goOn = false;
        thread.join();
        System.out.println("STOPS " + stops + " " + (begun - before));
    }

    /** The handler lies in the root: whatever was below it is left by the exception. */
    static void stoppedRoot() {
        while (goOn) {
            try {
                while (goOn) outer();
            } catch (Throwable stopped) {
                caught++; // ThreadDeath; on with it
            }
        }
        for (int i = 0; i < AFTER; i++) after();
    }

    static void outer() {
        for (int i = 0; i < 10; i++) inner();
    }

    static void inner() {
        begun++;
    }

    static int steps;

    static void step() {
        steps++;
    }

    static void after() {
        steps--;
    }
}
