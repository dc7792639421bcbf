import java.util.function.IntUnaryOperator;

/** How many bytecodes each method executes: e2e/bytecodes.spec.ts has them, added up by hand from `javap -c`. */
public class Executed {
    static int[] numbers = {7, 8};

    public static void main(String[] args) throws Exception {
        Target.serve(args, Executed::root);
    }

    static void root() {
        loop(10);
        loop(300_000_000);
        pick(1);
        pick(5);
        caught(0);
        caught(2);
        passes();
        locked();
        deep(3);
        twice(i -> i * 3);
        made(0);
        made(1);
        Late.get();
        new Pair(3).sum();
    }

    static int loop(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i;
        return sum;
    }

    static int pick(int i) {
        switch (i) {
            case 1: return 10;
            case 2: return 20;
            default: return i;
        }
    }

    /** An exception of an instruction in the middle of a straight run: it counts, and what is behind it does not. */
    static int caught(int i) {
        try {
            return numbers[i] + 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }

    static void passes() {
        try {
            fails(0);
        } catch (ArithmeticException e) {
            return;
        }
    }

    static int fails(int i) {
        return 6 / i + 1;
    }

    static void locked() {
        try {
            kept(2);
        } catch (ArrayIndexOutOfBoundsException e) {
            return;
        }
    }

    /** Its own handler, which gives the lock back, cannot tell of a block that ended early. */
    static int kept(int i) {
        synchronized (numbers) {
            return numbers[i] + 1;
        }
    }

    static int deep(int n) {
        return n == 0 ? 0 : deep(n - 1) + 1;
    }

    static int twice(IntUnaryOperator of) {
        return of.applyAsInt(of.applyAsInt(2));
    }

    static void made(int i) {
        try {
            new Derived(i);
        } catch (IllegalStateException e) {
            return;
        }
    }

    static class Base {
        Base(int i) {
            if (i == 0) throw new IllegalStateException();
        }
    }

    /** Its super() may end by an exception, and no handler of its own sees that. */
    static class Derived extends Base {
        final int twice;

        Derived(int i) {
            super(i);
            twice = 2 * i;
        }
    }

    /** What does so little is only counted: its bytecodes are told with its call. */
    static class Pair {
        final int first;

        Pair(int first) {
            this.first = first;
        }

        int first() {
            return first;
        }

        int sum() {
            return first() + first();
        }
    }

    static class Late {
        static int first = 41;

        static {
            first++;
        }

        static int get() {
            return first;
        }
    }
}
