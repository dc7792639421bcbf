import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;

/**
 * A program that is never idle and feels its own pulse: three threads are within the root again and again, each the way
 * another fault would find it. Every 5 ms it prints how it is, all times of System.nanoTime:
 *
 *     PULSE now busyBeat freshBeat quickBeat busyUnits busyCpuNs controlCpuNs
 *
 * A beat is when the thread was last through with a unit. The same calculation, once in a class that is instrumented and
 * once in one that never is, takes busyCpuNs and controlCpuNs: their quotient does not depend on what else the machine
 * does. It is a loop, for of a recursion the compiler may make slower code the second time. The word "run" prints WRONG and how
 * many units had another result than they should.
 */
public class Pulse {
    static final int STEPS = 5_000;
    static final int SUM = Control.sum(STEPS);

    public static void main(String[] args) throws Exception {
        Busy busy = new Busy();
        Fresh fresh = new Fresh();
        Quick quick = new Quick();
        Beating[] all = {busy, fresh, quick};
        for (Beating beating : all) beating.start();
        Thread printer = new Thread(() -> print(busy, fresh, quick));
        printer.setDaemon(true);
        printer.start();
        Target.serve(args, () -> {
            int wrong = 0;
            for (Beating beating : all) wrong += beating.wrong;
            System.out.println("WRONG " + wrong);
        });
    }

    static void print(Busy busy, Beating fresh, Beating quick) {
        while (true) {
            LockSupport.parkNanos(5_000_000);
            System.out.println("PULSE " + System.nanoTime() + " " + busy.beatNs + " " + fresh.beatNs + " " + quick.beatNs
                    + " " + busy.units + " " + busy.bodyCpuNs + " " + busy.controlCpuNs);
        }
    }

    /** The loop is not in a class that is swapped: it would be interpreted until it ends. */
    abstract static class Beating extends Thread {
        volatile long beatNs = System.nanoTime();
        volatile long units;
        volatile int wrong;

        Beating() {
            setDaemon(true);
        }

        @Override
        public void run() {
            while (true) {
                if (!unit()) wrong++;
                units++;
                beatNs = System.nanoTime();
            }
        }

        /** @return whether the result was right */
        abstract boolean unit();
    }

    /** Fills its lane. */
    static class Busy extends Beating {
        volatile long bodyCpuNs;
        volatile long controlCpuNs;
        private final ThreadMXBean cpu = ManagementFactory.getThreadMXBean();

        @Override
        boolean unit() {
            long startNs = cpu.getCurrentThreadCpuTime();
            int body = Body.busyRoot(STEPS);
            long betweenNs = cpu.getCurrentThreadCpuTime();
            int control = Control.sum(STEPS);
            long endNs = cpu.getCurrentThreadCpuTime();
            bodyCpuNs += betweenNs - startNs;
            controlCpuNs += endNs - betweenNs;
            return body == SUM && control == SUM;
        }
    }

    /** Waits for the tool: each unit loads a class, and calls its methods for the first time. */
    static class Fresh extends Beating {
        private final byte[] bytes = classFile("Pulse$Unit");
        private int turn;

        @Override
        boolean unit() {
            LockSupport.parkNanos(20_000_000);
            turn++;
            return Body.freshRoot(bytes, turn) == turn + 1;
        }
    }

    /** Does little, often. */
    static class Quick extends Beating {
        @Override
        boolean unit() {
            LockSupport.parkNanos(500_000);
            return Body.quickRoot(3) == 4;
        }
    }

    /** What is recorded. */
    static class Body {
        static int busyRoot(int n) {
            return sum(n);
        }

        static int sum(int n) {
            int sum = 0;
            for (int i = 0; i < n; i++) sum = step(sum, i);
            return sum;
        }

        static int step(int sum, int i) {
            return 31 * sum + i;
        }

        static int freshRoot(byte[] bytes, int turn) {
            try {
                return new Definer().make(bytes).applyAsInt(turn);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        static int quickRoot(int n) {
            return next(n);
        }

        static int next(int n) {
            return n + 1;
        }
    }

    static class Control {
        static int sum(int n) {
            int sum = 0;
            for (int i = 0; i < n; i++) sum = step(sum, i);
            return sum;
        }

        static int step(int sum, int i) {
            return 31 * sum + i;
        }
    }

    /** Defined anew in each unit of Fresh. */
    public static class Unit implements IntUnaryOperator {
        @Override
        public int applyAsInt(int i) {
            return first(i);
        }

        static int first(int i) {
            return second(i);
        }

        static int second(int i) {
            return i + 1;
        }
    }

    static class Definer extends ClassLoader {
        Definer() {
            super(Pulse.class.getClassLoader());
        }

        IntUnaryOperator make(byte[] bytes) throws ReflectiveOperationException {
            Class<?> unit = defineClass("Pulse$Unit", bytes, 0, bytes.length);
            return (IntUnaryOperator) unit.getDeclaredConstructor().newInstance();
        }
    }

    static byte[] classFile(String name) {
        try (InputStream file = Pulse.class.getResourceAsStream(name + ".class")) {
            return file.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
