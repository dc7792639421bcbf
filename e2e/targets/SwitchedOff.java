import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.SynchronousQueue;

/**
 * Work whose methods are switched off and on while it is recorded, a word at a time:
 *
 * <pre>
 *     run          works through, in three threads
 *     begin, step, end        a thread enters hold(), calls worker() once, leaves
 *     late                    it enters late(), which calls others at the next step
 *     descend, release        a thread stops in the middle of a recursion, goes on to its end
 *     heat, count N, cool     a thread works in a hot loop; how long N turns of it take
 * </pre>
 */
public class SwitchedOff {
    private static final SynchronousQueue<String> words = new SynchronousQueue<>();
    private static final SynchronousQueue<String> answers = new SynchronousQueue<>();
    private static Thread background;
    private static volatile long turns;
    private static volatile boolean hot;
    private static int sum;

    public static void main(String[] args) throws Exception {
        System.out.println("READY " + ProcessHandle.current().pid());
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String word = input.readLine(); word != null; word = input.readLine()) {
            obey(word);
            System.out.println("DONE");
        }
        System.exit(0);
    }

    private static void obey(String word) throws Exception {
        switch (word.split(" ")[0]) {
            case "run":
                Thread[] threads = new Thread[3];
                for (int i = 0; i < 3; i++) threads[i] = begin("work");
                for (Thread thread : threads) thread.join();
                break;
            case "begin":
                begin("hold");
                answers.take();
                break;
            case "descend":
                begin("down");
                answers.take();
                break;
            case "step":
            case "late":
                words.put(word);
                answers.take();
                break;
            case "end":
            case "release":
                words.put(word);
                background.join();
                break;
            case "heat":
                hot = true;
                begin("heat");
                break;
            case "count":
                long wanted = Long.parseLong(word.substring(6));
                System.out.println("TOOK " + nanosOf(wanted));
                break;
            case "cool":
                hot = false;
                background.join();
                break;
            default:
                throw new IllegalArgumentException(word);
        }
    }

    private static Thread begin(String what) {
        background = new Thread(() -> root(what));
        background.start();
        return background;
    }

    private static long nanosOf(long wanted) {
        long begin = turns;
        while (turns == begin) Thread.onSpinWait();
        long startNs = System.nanoTime();
        long end = turns + wanted;
        while (turns < end) Thread.onSpinWait();
        return System.nanoTime() - startNs;
    }

    static void root(String what) {
        switch (what) {
            case "work":
                work();
                break;
            case "hold":
                hold();
                break;
            case "down":
                down(4);
                break;
            default:
                heat();
        }
    }

    static void work() {
        Box box = new Box();
        for (int i = 0; i < 3; i++) branch(i, box);
    }

    static void branch(int i, Box box) {
        leaf(i);
        leaf(box.get());
        if (i == 2) deep();
    }

    static void deep() {
        leaf(7);
    }

    static void leaf(int i) {
        for (int k = 0; k < 3; k++) sum += i ^ k;
        helper();
    }

    static void helper() {
        for (int k = 0; k < 3; k++) sum ^= k;
    }

    /** Stays open while words come. */
    static void hold() {
        say("open");
        for (String word = hear(); !word.equals("end"); word = hear()) {
            if (word.equals("late")) late();
            else worker();
            say("stepped");
        }
    }

    static void late() {
        say("in late");
        hear();
        tail();
    }

    static void tail() {
        worker();
    }

    static void worker() {
        for (int k = 0; k < 3; k++) sum += k;
    }

    /** Waits in the third frame of five. */
    static void down(int n) {
        mark();
        if (n == 2) {
            say("in the middle");
            hear();
        }
        if (n > 0) down(n - 1);
        mark();
    }

    static void mark() {
        for (int k = 0; k < 3; k++) sum -= k;
    }

    static void heat() {
        while (hot) {
            for (int i = 0; i < 1_000; i++) Tiny.tiny(i);
            turns++;
        }
    }

    private static void say(String text) {
        try {
            answers.put(text);
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    private static String hear() {
        try {
            return words.take();
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    /** A class of its own: a loop whose class is swapped while it runs stays interpreted until it ends. */
    static final class Tiny {
        static void tiny(int i) {
            for (int k = 0; k < 3; k++) sum += i ^ k;
        }
    }

    static final class Box {
        private int value = 1;

        int get() {
            return value;
        }
    }
}
