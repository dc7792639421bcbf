/** A root whose class runs all the time ("other") but which is itself entered only when "run" comes. */
public class LateRoot {
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> sum += root(), LateRoot::other);
    }

    /** Calls what the root calls, from outside: none of it may be counted. */
    static void other() {
        for (int i = 0; i < 1000; i++) sum += step(i);
    }

    static int root() {
        int total = 0;
        for (int i = 0; i < 7; i++) total += step(i);
        return total;
    }

    static int step(int i) {
        return leaf(i);
    }

    static int leaf(int i) {
        return i;
    }
}
