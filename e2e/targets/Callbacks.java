import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Our methods called by the JDK's: in sorting, executors, streams, hash maps, reflection. */
public class Callbacks {
    static class ByLength implements Comparator<String> {
        public int compare(String a, String b) {
            return a.length() - b.length();
        }
    }

    static class Task implements Runnable {
        public void run() {
            step();
        }

        void step() {
            steps++;
        }
    }

    static class Key {
        final int number;

        Key(int number) {
            this.number = number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).number == number;
        }
    }

    /** Sorted already: sorting n of them takes n - 1 comparisons. */
    private static final String[] WORDS = {"a", "bb", "ccc", "dddd", "eeeee", "ffffff", "ggggggg", "hhhhhhhh"};

    private static final Executor DIRECT = Runnable::run;
    private static final ExecutorService POOL =
            Executors.newSingleThreadExecutor(
                    work -> {
                        Thread thread = new Thread(work, "pool");
                        thread.setDaemon(true);
                        return thread;
                    });

    static volatile int steps;
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Callbacks::root);
    }

    static void root() throws Exception {
        sort();
        direct();
        pooled();
        stream();
        mapped();
        reflected();
    }

    static void sort() {
        Arrays.sort(WORDS.clone(), new ByLength());
    }

    static void direct() {
        for (int i = 0; i < 4; i++) DIRECT.execute(new Task());
    }

    /** The task runs in a thread that never enters the root: it is no part of the call subgraph. */
    static void pooled() throws Exception {
        POOL.submit(new Task()).get();
    }

    static void stream() {
        sum += IntStream.range(0, 100).map(i -> 2 * i).filter(i -> i % 3 == 0).sum();
    }

    static void mapped() {
        Map<Key, Integer> map = new HashMap<>();
        for (int i = 0; i < 5; i++) map.put(new Key(i), i);
        for (int i = 0; i < 5; i++) sum += map.get(new Key(i));
    }

    static void reflected() throws Exception {
        for (int i = 0; i < 20; i++) Callbacks.class.getDeclaredMethod("reflectedStep").invoke(null);
    }

    static void reflectedStep() {
        sum++;
    }
}
