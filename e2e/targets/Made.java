/** What is made where, and what is not: e2e/objects.spec.ts has the numbers, counted by hand. */
public class Made {
    static Object keep;

    static class Link {
        final Object first;
        Link() { this(new Object()); }
        Link(Object first) { this.first = first; }
    }

    static class Leaf {}

    static class Base {
        final Leaf leaf;
        Base(Leaf leaf) { this.leaf = leaf; }
    }

    /** Makes one object before super() and two behind it. */
    static class Derived extends Base {
        final int[] numbers;
        Derived() { super(new Leaf()); numbers = new int[3]; keep = new Leaf(); }
        Derived(int unused) { this(); }
    }

    static class Deeper extends Derived {
        Deeper() { super(1); }
    }

    static class Bad {
        Bad(boolean fails) { if (fails) throw new IllegalArgumentException(); }
    }

    static boolean boom() { throw new IllegalStateException(); }

    public static void main(String[] args) throws Exception {
        Target.serve(args, Made::root);
    }

    static void root() {
        chains();
        failures();
        solid();
        empty();
        words();
        elements();
        varargs();
        clones();
        deep(4);
        threads();
    }

    static void chains() {
        for (int i = 0; i < 100; i++) new Link();
        for (int i = 0; i < 10; i++) new Derived();
        for (int i = 0; i < 4; i++) new Deeper();
    }

    /** Each `new` counts whose constructor throws or is never called; what throws itself makes nothing. */
    static void failures() {
        for (int i = 0; i < 9; i++) {
            try { new Bad(i % 3 == 0); } catch (IllegalArgumentException expected) { keep = null; }
        }
        for (int i = 0; i < 5; i++) {
            try { new Bad(boom()); } catch (IllegalStateException expected) { keep = null; }
        }
        try { keep = new int[-1]; } catch (NegativeArraySizeException expected) { keep = null; }
        try { keep = new int[2][-1]; } catch (NegativeArraySizeException expected) { keep = null; }
    }

    static void solid() { keep = new int[2][3][5]; }

    static void empty() { keep = new int[2][0][5]; }

    /** Two of three dimensions, and of two: one is chosen before the instruction by ways that meet there. */
    static void words() {
        keep = new String[4][5][];
        for (int i = 0; i < 4; i++) keep = new long[i % 2 == 0 ? 2 : 3][7];
    }

    static void elements() {
        keep = new boolean[5];
        keep = new byte[5];
        keep = new char[5];
        keep = new short[5];
        keep = new float[5];
        keep = new double[5];
        keep = new long[5];
        for (int i = 0; i < 10; i++) keep = new String[i];
        keep = new byte[5_000_000];
    }

    static int count(Object... all) { return all.length; }

    static void varargs() {
        for (int i = 0; i < 6; i++) count(keep, keep, keep);
        count();
    }

    /** One array by an instruction, and five by none. */
    static void clones() {
        int[] numbers = new int[8];
        for (int i = 0; i < 5; i++) numbers = numbers.clone();
        keep = numbers;
    }

    static void deep(int depth) {
        new Leaf();
        if (depth > 1) deep(depth - 1);
        new Leaf();
    }

    static void threads() {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) threads[i] = new Thread(new Worker(), "maker " + i);
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) {
            try { thread.join(); } catch (InterruptedException impossible) { throw new IllegalStateException(); }
        }
    }

    static class Worker implements Runnable {
        @Override
        public void run() {
            for (int i = 0; i < 1000; i++) keep = new Leaf();
        }
    }
}
