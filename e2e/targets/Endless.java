/** Loops that are still running when the recording ends. */
public class Endless {
    static Object keep;
    static volatile boolean over;

    static class Leaf {}

    public static void main(String[] args) throws Exception {
        Target.serve(args, Endless::run);
    }

    /** Ends with the tool: a test that fails leaves no program behind. */
    static void run() throws Exception {
        Thread slow = new Thread(Endless::slowRoot);
        slow.setDaemon(true);
        slow.start();
        Thread fast = new Thread(Endless::root);
        fast.setDaemon(true);
        fast.start();
        Thread.sleep(6_000);
        over = true;
    }

    static void slowRoot() {
        root(true);
    }

    static void root() {
        root(false);
    }

    static void root(boolean slow) {
        if (slow) slow();
        else fast();
    }

    static void fast() {
        while (!over) {
            keep = new Leaf();
            keep = new int[2];
        }
    }

    /** One object at a time: each is told at once. */
    static void slow() {
        while (!over) {
            keep = new Leaf();
            try {
                Thread.sleep(300);
            } catch (InterruptedException impossible) {
                return;
            }
        }
    }
}
