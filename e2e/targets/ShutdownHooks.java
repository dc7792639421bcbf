/** Its root is called by hooks as well that run when the JVM ends: by one at once, by the other later, and by way of a class that loads then. */
public class ShutdownHooks {
    private static final int LATER_MS = 300;

    static class LoadedByHook {
        static int late(int i) {
            return root(i);
        }
    }

    static int sum;

    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> call(500)));
        Runtime.getRuntime().addShutdownHook(new Thread(ShutdownHooks::callLater));
        Target.serve(args, () -> call(10));
    }

    static void call(int times) {
        for (int i = 0; i < times; i++) sum += root(i);
    }

    static void callLater() {
        try {
            Thread.sleep(LATER_MS);
        } catch (InterruptedException notByUs) {
            return;
        }
        for (int i = 0; i < 400; i++) sum += outer(i);
    }

    /** Another root. */
    static int outer(int i) {
        return LoadedByHook.late(i);
    }

    static int root(int i) {
        return leaf(i) + 1;
    }

    static int leaf(int i) {
        int left = i;
        while (left > 7) left -= 7;
        return left;
    }
}
