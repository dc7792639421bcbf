/** Direct and mutual recursion, and a root that enters itself: only its first entry opens the call subgraph. */
public class Recursion {
    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> root(2));
    }

    static int root(int again) {
        if (again > 0) return root(again - 1);
        return fib(5) + (even(4) ? 1 : 0);
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }
}
