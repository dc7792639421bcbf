/** As many contexts as one likes: three methods that call each other, each call a context of its own, (3^depth - 1) / 2 in all: -Ddepth=n. */
public class ManyContexts {
    private static final int DEPTH = Integer.getInteger("depth", 14);
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, ManyContexts::root);
    }

    static void root() {
        a(DEPTH);
    }

    private static void a(int depth) {
        if (depth > 1) callAll(depth - 1);
        else sum++;
    }

    private static void b(int depth) {
        if (depth > 1) callAll(depth - 1);
        else sum++;
    }

    private static void c(int depth) {
        if (depth > 1) callAll(depth - 1);
        else sum++;
    }

    private static void callAll(int depth) {
        a(depth);
        b(depth);
        c(depth);
    }
}
