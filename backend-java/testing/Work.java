import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.CountDownLatch;

/**
 * A program instrumented by hand, as the rewriter would do it, that does what its stdin says, one command per line,
 * and prints a line when it is done. Ids: 16 root, 17 left, 18 right, 19 deep, 20 late.
 */
public class Work {
    static volatile int sink;

    public static void main(String[] args) throws Exception {
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            int count = words.length > 1 ? Integer.parseInt(words[1]) : 0;
            String result = run(words[0], count, words.length > 2 ? Integer.parseInt(words[2]) : 0);
            System.out.println("done " + line + ": " + result);
        }
    }

    static String run(String command, int count, int perThread) throws Exception {
        switch (command) {
            case "roots":
                for (int i = 0; i < count; i++) root(i);
                return "";
            case "threads":
                threads(count, perThread, false);
                return "";
            case "virtual":
                threads(count, perThread, true);
                return "";
            case "outside":
                for (int i = 0; i < count; i++) left(i);
                return "";
            case "overflow":
                return overflow(count);
            case "greet":
                return Greeting.text();
            case "load":
                return (String) Class.forName("Loaded" + count).getDeclaredMethod("text").invoke(null);
            case "late":
                return lateRoot();
            case "interrupted":
                Thread.currentThread().interrupt();
                lateRoot();
                return String.valueOf(Thread.interrupted());
            case "exit":
                root(0);
                System.exit(count);
                return "";
            default:
                throw new IllegalArgumentException(command);
        }
    }

    static void threads(int threads, int roots, boolean virtual) throws Exception {
        CountDownLatch done = new CountDownLatch(threads);
        Runnable body = () -> {
            for (int i = 0; i < roots; i++) root(i);
            done.countDown();
        };
        for (int i = 0; i < threads; i++) {
            if (virtual) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
            else new Thread(body, "worker " + i).start();
        }
        done.await();
    }

    static void root(int i) {
        SluiceProbe probe = SluiceProbe.rootEntry(16);
        try {
            left(i);
            right(i);
        } finally {
            probe.rootExit(16);
        }
    }

    static void left(int i) {
        SluiceProbe probe = SluiceProbe.entry(17);
        try {
            sink = i;
        } finally {
            probe.exit(17);
        }
    }

    static void right(int i) {
        SluiceProbe probe = SluiceProbe.entry(18);
        try {
            left(i);
        } finally {
            probe.exit(18);
        }
    }

    /** Overflows the stack within the graph again and again; each time the root must be closed afterwards. */
    static String overflow(int times) {
        int overflows = 0;
        for (int i = 0; i < times; i++) {
            try {
                deepRoot();
            } catch (StackOverflowError expected) {
                overflows++;
            }
        }
        return overflows + " overflows";
    }

    static void deepRoot() {
        SluiceProbe probe = SluiceProbe.rootEntry(16);
        try {
            deep(0);
        } finally {
            try {
                probe.rootExit(16);
            } catch (StackOverflowError failed) {
                probe.missedExits++;
                probe.limit = 0;
                probe.depth--;
                probe.recorded = null;
                throw failed;
            }
        }
    }

    static int deep(int depth) {
        SluiceProbe probe = SluiceProbe.entry(19);
        try {
            return deep(depth + 1) + 1;
        } finally {
            try {
                probe.exit(19);
            } catch (StackOverflowError failed) {
                probe.missedExits++;
                probe.limit = 0;
                throw failed;
            }
        }
    }

    /** Asks at its first invocation, and says how long it was held up. */
    static String lateRoot() {
        long startNs = System.nanoTime();
        SluiceProbe probe = SluiceProbe.rootEntry(16);
        try {
            SluiceProbe.entry(20).exit(20);
        } finally {
            probe.rootExit(16);
        }
        return (System.nanoTime() - startNs) / 1_000_000 + " ms";
    }
}

class Greeting {
    static String text() {
        return new StringBuilder("Hello").append('!').toString();
    }
}

class Loaded1 {
    public static String text() {
        return new StringBuilder("Hello").append('1').toString();
    }
}

class Loaded2 {
    public static String text() {
        return new StringBuilder("Hello").append('2').toString();
    }
}

class Loaded3 {
    public static String text() {
        return new StringBuilder("Hello").append('3').toString();
    }
}
