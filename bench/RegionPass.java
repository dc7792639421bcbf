import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * What a pass through a timed region costs beside the two clock reads in it. Variants run interleaved in one JVM, in windows
 * of some milliseconds; those of two threads run on both at the same time, and the slower one counts. Printed: variant, median
 * and quartiles of ns per pass, one line each. Run by regionPass.bench.mjs.
 */
public final class RegionPass {
    private static final int PASSES_PER_BATCH = 2_000;
    private static final int BATCHES_PER_WINDOW = 20;
    private static final int WARM_UP_ROUNDS = 60;
    private static final int ROUNDS = 60;

    private interface Variant {
        String name();

        int threads();

        /** One batch of passes. */
        int run(int x);
    }

    static long clockSum;

    // The bodies: "not inlined" ones are kept out of line by regionPass.bench.mjs (-XX:CompileCommand=dontinline).

    static int clockOut(int x) {
        clockSum += System.nanoTime();
        return x + 1;
    }

    static int passOut(int x, int id) {
        long start = SluiceRegion.enter(0);
        try {
            return x + 1;
        } finally {
            start = SluiceRegion.leave(start, id);
        }
    }

    static int passIn(int x, int id) {
        long start = SluiceRegion.enter(0);
        try {
            return x + 1;
        } finally {
            start = SluiceRegion.leave(start, id);
        }
    }

    private static final class Clocks implements Variant {
        private final int threads;

        Clocks(int threads) {
            this.threads = threads;
        }

        @Override
        public String name() {
            return threads == 1 ? "two nanoTime" : "two nanoTime, 2 threads";
        }

        @Override
        public int threads() {
            return threads;
        }

        @Override
        public int run(int x) {
            for (int i = 0; i < 2 * PASSES_PER_BATCH; i++) x = clockOut(x);
            return x;
        }
    }

    /** A region is timed while its variant runs, as in the tool. */
    private static class Passes implements Variant {
        private final String name;
        private final int threads;
        /** Nobody has a ring to himself. */
        private final boolean shared;
        private SluiceRegion region;

        Passes(String name, int threads, boolean shared) {
            this.name = name;
            this.threads = threads;
            this.shared = shared;
        }

        @Override
        public final String name() {
            return name;
        }

        @Override
        public final int threads() {
            return threads;
        }

        void begin() {
            region = SluiceRegion.start(RegionPass.class);
            if (shared) region.shareRings();
        }

        void end() {
            region.stop();
        }

        @Override
        public final int run(int x) {
            return passes(x, region.id());
        }

        int passes(int x, int id) {
            for (int i = 0; i < PASSES_PER_BATCH; i++) x = passOut(x, id);
            return x;
        }
    }

    private static final class Inlined extends Passes {
        Inlined() {
            super("pass, inlined", 1, false);
        }

        @Override
        int passes(int x, int id) {
            for (int i = 0; i < PASSES_PER_BATCH; i++) x = passIn(x, id);
            return x;
        }
    }

    private static int sink;

    /** @return ns per pass of one window */
    private static double window(Variant variant) {
        int x = sink;
        long startNs = System.nanoTime();
        for (int batch = 0; batch < BATCHES_PER_WINDOW; batch++) x = variant.run(x);
        double perPass = (System.nanoTime() - startNs) / (double) (BATCHES_PER_WINDOW * PASSES_PER_BATCH);
        sink = x;
        return perPass;
    }

    public static void main(String[] args) throws Exception {
        Variant[] variants = {
            new Clocks(1), new Passes("pass", 1, false), new Inlined(), new Passes("pass, shared ring", 1, true),
            new Clocks(2), new Passes("pass, 2 threads", 2, false), new Passes("pass, 2 threads, 1 ring", 2, true)
        };
        double[][] ns = new double[variants.length][ROUNDS];
        CyclicBarrier barrier = new CyclicBarrier(2);
        double[] ofSecond = new double[1];
        Thread second = new Thread(() -> takePart(variants, barrier, ofSecond));
        second.setDaemon(true);
        second.start();
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
            for (int v = 0; v < variants.length; v++) {
                Variant variant = variants[v];
                if (variant instanceof Passes) ((Passes) variant).begin();
                boolean both = variant.threads() == 2;
                if (both) barrier.await();
                double perPass = window(variant);
                if (both) {
                    barrier.await();
                    perPass = Math.max(perPass, ofSecond[0]);
                }
                if (variant instanceof Passes) ((Passes) variant).end();
                if (round >= 0) ns[v][round] = perPass;
            }
        }
        for (int v = 0; v < variants.length; v++) {
            Arrays.sort(ns[v]);
            System.out.println(variants[v].name() + "\t" + ns[v][ROUNDS / 2] + "\t" + ns[v][ROUNDS / 4] + "\t"
                    + ns[v][ROUNDS * 3 / 4]);
        }
        if (sink == 42 && clockSum == 42) System.out.println();
    }

    private static void takePart(Variant[] variants, CyclicBarrier barrier, double[] perPass) {
        try {
            while (true) {
                for (Variant variant : variants) {
                    if (variant.threads() == 1) continue;
                    barrier.await();
                    perPass[0] = window(variant);
                    barrier.await();
                }
            }
        } catch (InterruptedException | BrokenBarrierException over) {
            // the main thread has ended
        }
    }
}
