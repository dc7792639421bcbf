/**
 * The second call of its root, and each after it, loads a class and calls that: by then the tool may stand still. "other" loads
 * a class that no root calls.
 */
public class LastClass {
    static class Fresh {
        static int leaf(int i) {
            int left = i;
            while (left > 7) left -= 7;
            return left;
        }
    }

    static class Aside {
        static int run() {
            return 2;
        }
    }

    static int runs;
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> sum += root(runs++), () -> sum += Aside.run());
    }

    static int root(int run) {
        return run == 0 ? first() : fresh();
    }

    static int first() {
        return 1;
    }

    static int fresh() {
        int total = 0;
        for (int i = 0; i < 1000; i++) total += Fresh.leaf(i);
        return total;
    }
}
