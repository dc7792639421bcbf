/** A thread that works fast, slowly and not at all in turns, and says how long each took by its own watch. */
public class Phases {
    private static final int ROUNDS = 4;
    private static final int CALLS = 2_000_000;
    static long sink;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Phases::root);
    }

    static void root() {
        long startNs = System.nanoTime();
        long restNs = 0;
        for (int i = 0; i < ROUNDS; i++) {
            fast();
            long pauseNs = System.nanoTime();
            rest();
            restNs += System.nanoTime() - pauseNs;
            slow();
        }
        System.out.println("NS root " + (System.nanoTime() - startNs));
        System.out.println("NS rest " + restNs);
    }

    static void fast() {
        for (int i = 0; i < CALLS; i++) {
            sink += shortCall(i);
            if (i % 4 == 0) sink += longCall(i);
        }
    }

    static long shortCall(long x) {
        for (int i = 0; i < 20; i++) x ^= x << 7 ^ x >>> 3;
        return x;
    }

    static long longCall(long x) {
        for (int i = 0; i < 200; i++) x ^= x << 7 ^ x >>> 3;
        return x;
    }

    static void slow() {
        for (int i = 0; i < 20; i++) spin();
    }

    static void spin() {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < 2_000_000) {
            sink++;
        }
    }

    /** Its callee comes back only after it: the clock may pause all the while. */
    static void rest() {
        try {
            Thread.sleep(80);
        } catch (InterruptedException nobody) {
            throw new IllegalStateException(nobody);
        }
    }
}
