import java.util.Arrays;

/**
 * What a pair of compiled probes costs beside the two clock reads in it. All variants run interleaved in one JVM, in
 * windows of some milliseconds, so that noise of the machine hits all alike. Printed: variant, median and quartiles
 * of ns per call, one line each. Run by probePair.bench.mjs.
 */
public final class ProbePair {
    private static final int METHOD_ID = 16;
    private static final int CALLS_PER_BATCH = 2_000;
    private static final int RING_WORDS = 8_192;
    private static final int BATCHES_PER_WINDOW = 20;
    private static final int WARM_UP_ROUNDS = 60;
    private static final int ROUNDS = 60;

    private interface Variant {
        String name();

        /** One batch of calls. */
        int run(int x);
    }

    static long clockSum;

    // The bodies: "not inlined" ones are kept out of line by probePair.bench.mjs (-XX:CompileCommand=dontinline).

    static int bareOut(int x) {
        return x + 1;
    }

    static int clockOut(int x) {
        clockSum += System.nanoTime();
        return x + 1;
    }

    static int clocksOut(int x) {
        long start = System.nanoTime();
        int y = x + 1;
        clockSum += System.nanoTime() - start;
        return y;
    }

    static int probesOut(int x) {
        SluiceProbe probe = SluiceProbe.entry(METHOD_ID);
        try {
            return x + 1;
        } finally {
            probe.exit(METHOD_ID);
        }
    }

    static int probesIn(int x) {
        SluiceProbe probe = SluiceProbe.entry(METHOD_ID);
        try {
            return x + 1;
        } finally {
            probe.exit(METHOD_ID);
        }
    }

    static int countedOut(int x) {
        SluiceProbe.count(METHOD_ID);
        return x + 1;
    }

    static int countedIn(int x) {
        SluiceProbe.count(METHOD_ID);
        return x + 1;
    }

    /** Two calls with one read each, as a pair has them. */
    private static final class SeparateClocks implements Variant {
        @Override
        public String name() {
            return "two nanoTime";
        }

        @Override
        public int run(int x) {
            for (int i = 0; i < 2 * CALLS_PER_BATCH; i++) x = clockOut(x);
            return x;
        }
    }

    private static final class Clocks implements Variant {
        @Override
        public String name() {
            return "two nanoTime in a row";
        }

        @Override
        public int run(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = clocksOut(x);
            return x;
        }
    }

    private static final class Bare implements Variant {
        @Override
        public String name() {
            return "bare call";
        }

        @Override
        public int run(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = bareOut(x);
            return x;
        }
    }

    /** Probes in a recording of their own, in one of its states. */
    private abstract static class Probes implements Variant {
        final SluiceRecording recording;
        final SluiceLane lane;

        Probes(int clock, boolean inGraph) {
            recording = new SluiceRecording(clock, 0, 0, false, null, ProbePair.class, null);
            lane = recording.addPrivateLane(RING_WORDS);
            if (inGraph) lane.enterGraph();
        }

        @Override
        public final int run(int x) {
            long position = lane.positionAcquire();
            lane.drainedRelease(position);
            recording.start();
            int y = calls(x);
            recording.pause(); // what is stopped does not record again
            if (lane.positionAcquire() - position < words()) throw new IllegalStateException(name() + " lacks words");
            return y;
        }

        abstract int calls(int x);

        /** Of a batch, at least: there are more where a clock turns. */
        int words() {
            return 2 * CALLS_PER_BATCH;
        }
    }

    private static final class Timed extends Probes {
        Timed() {
            super(SluiceRecording.NANO, true);
        }

        @Override
        public String name() {
            return "pair, nano";
        }

        @Override
        int calls(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = probesOut(x);
            return x;
        }
    }

    private static final class TimedInlined extends Probes {
        TimedInlined() {
            super(SluiceRecording.NANO, true);
        }

        @Override
        public String name() {
            return "pair, nano, inlined";
        }

        @Override
        int calls(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = probesIn(x);
            return x;
        }
    }

    /** Of a thread that is not the busiest one: it finds its lane in the table. */
    private static final class TimedFromTable extends Probes {
        TimedFromTable() throws InterruptedException {
            super(SluiceRecording.NANO, true);
            Thread busiest = new Thread(() -> recording.addPrivateLane(RING_WORDS));
            busiest.start();
            busiest.join();
        }

        @Override
        public String name() {
            return "pair, nano, from table";
        }

        @Override
        int calls(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = probesOut(x);
            return x;
        }
    }

    private static final class Bursts extends Probes {
        Bursts() {
            super(SluiceRecording.BURSTS, true);
        }

        @Override
        public String name() {
            return "pair, bursts";
        }

        @Override
        int calls(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = probesOut(x);
            return x;
        }
    }

    private static final class Untimed extends Probes {
        Untimed() {
            super(SluiceRecording.NO_CLOCK, true);
        }

        @Override
        public String name() {
            return "pair, no clock";
        }

        @Override
        int calls(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = probesOut(x);
            return x;
        }

        /** An entry tells how many frames have ended before it: a call is one word. */
        @Override
        int words() {
            return CALLS_PER_BATCH;
        }
    }

    private static final class Counted extends Probes {
        Counted() {
            super(SluiceRecording.NANO, true);
        }

        @Override
        public String name() {
            return "counted";
        }

        @Override
        int calls(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = countedOut(x);
            return x;
        }

        @Override
        int words() {
            return CALLS_PER_BATCH;
        }
    }

    private static final class CountedInlined extends Probes {
        CountedInlined() {
            super(SluiceRecording.NANO, true);
        }

        @Override
        public String name() {
            return "counted, inlined";
        }

        @Override
        int calls(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = countedIn(x);
            return x;
        }

        @Override
        int words() {
            return CALLS_PER_BATCH;
        }
    }

    private static final class OutOfGraph extends Probes {
        OutOfGraph() {
            super(SluiceRecording.NANO, false);
        }

        @Override
        public String name() {
            return "pair, not in a graph";
        }

        @Override
        int calls(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = probesOut(x);
            return x;
        }

        @Override
        int words() {
            return 0;
        }
    }

    private static final class Off implements Variant {
        private final SluiceRecording over = new SluiceRecording(SluiceRecording.NANO, 0, 0, false, null, ProbePair.class, null);

        @Override
        public String name() {
            return "pair, not recording";
        }

        @Override
        public int run(int x) {
            over.start();
            over.stop();
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = probesOut(x);
            return x;
        }
    }

    /** While a ticker runs. */
    private static final class Ticked extends Probes {
        private final SluiceTicker ticker;

        Ticked(SluiceTicker ticker) {
            super(SluiceRecording.TICKER, true);
            this.ticker = ticker;
        }

        @Override
        public String name() {
            return "pair, ticker";
        }

        @Override
        int calls(int x) {
            ticker.forget(); // with more untold than it can hold it would stand still
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = probesOut(x);
            return x;
        }
    }

    private static final class TickedInlined extends Probes {
        TickedInlined() {
            super(SluiceRecording.TICKER, true);
        }

        @Override
        public String name() {
            return "pair, ticker, inlined";
        }

        @Override
        int calls(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = probesIn(x);
            return x;
        }
    }

    private static final class ByThreadTime extends Probes {
        ByThreadTime() {
            super(SluiceRecording.CPU, true);
        }

        @Override
        public String name() {
            return "pair, cpu";
        }

        @Override
        int calls(int x) {
            for (int i = 0; i < CALLS_PER_BATCH; i++) x = probesOut(x);
            return x;
        }
    }

    public static void main(String[] args) throws InterruptedException, ReflectiveOperationException {
        int x = measure(new Variant[] {
            new Bare(), new SeparateClocks(), new Clocks(), new Timed(), new TimedInlined(), new TimedFromTable(),
            new Bursts(), new Untimed(), new Counted(), new CountedInlined(), new OutOfGraph(), new Off()
        });
        SluiceTicker ticker = new SluiceTicker();
        Thread ticking = new Thread(ticker::run);
        ticking.start();
        x += measure(new Variant[] {new Ticked(ticker), new TickedInlined()});
        ticker.stop();
        ticking.join();
        SluiceThreadTime.open();
        x += measure(new Variant[] {new ByThreadTime()});
        if (x == 42 && clockSum == 42) System.out.println();
    }

    private static int measure(Variant[] variants) {
        double[][] ns = new double[variants.length][ROUNDS];
        int x = 0;
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
            for (int v = 0; v < variants.length; v++) {
                long startNs = System.nanoTime();
                for (int batch = 0; batch < BATCHES_PER_WINDOW; batch++) x = variants[v].run(x);
                double perCall = (System.nanoTime() - startNs) / (double) (BATCHES_PER_WINDOW * CALLS_PER_BATCH);
                if (round >= 0) ns[v][round] = perCall;
            }
        }
        for (int v = 0; v < variants.length; v++) {
            Arrays.sort(ns[v]);
            System.out.println(variants[v].name() + "\t" + ns[v][ROUNDS / 2] + "\t" + ns[v][ROUNDS / 4] + "\t"
                    + ns[v][ROUNDS * 3 / 4]);
        }
        return x;
    }
}
