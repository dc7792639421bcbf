/** Two methods that may both be roots: they call each other, and are called from outside. */
public class Roots {
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Roots::all, Roots::outside);
    }

    static void all() {
        outer(2);
        for (int i = 0; i < 3; i++) inner(0);
        outside();
        inner(1);
    }

    /** Calls what the roots call, and neither of them. */
    static void outside() {
        for (int i = 0; i < 100; i++) leaf();
    }

    static void outer(int depth) {
        leaf();
        inner(depth - 1);
    }

    static void inner(int depth) {
        leaf();
        if (depth > 0) outer(depth - 1);
    }

    static void leaf() {
        sum++;
    }
}
