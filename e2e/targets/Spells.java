/** A thread whose root is short, called often, and then not for a while; now and again it takes much longer. Says how long it was in it. */
public class Spells {
    private static final int SPELLS = 20;
    private static final int ROOTS = 500;
    private static final int CALLS = 300;
    static long sink;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 20; i++) spell(); // until it is compiled
        Target.serve(args, Spells::work);
    }

    static void work() throws InterruptedException {
        long rootNs = 0;
        for (int i = 0; i < SPELLS; i++) {
            rootNs += spell();
            Thread.sleep(100);
        }
        System.out.println("NS root " + rootNs);
    }

    /** @return ns within the root */
    static long spell() {
        long rootNs = 0;
        for (int i = 0; i < ROOTS; i++) {
            long startNs = System.nanoTime();
            root(i);
            rootNs += System.nanoTime() - startNs;
        }
        return rootNs;
    }

    static void root(int turn) {
        for (int i = 0; i < CALLS; i++) sink += call(i);
        if (turn % 50 == 0) spin();
    }

    static long call(long x) {
        for (int i = 0; i < 50; i++) x ^= x << 7 ^ x >>> 3;
        return x;
    }

    static void spin() {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < 1_500_000) {
            sink++;
        }
    }
}
