import java.util.TreeMap;

/**
 * One thread takes orders without a pause, and most of its work is in one method; another waits.
 *
 *     Busy.serve
 *      └ Busy.order
 *         ├ Busy.price      nearly all, in TreeMap
 *         └ Busy.log
 */
public class Busy {
    private static final TreeMap<String, Integer> PRICES = new TreeMap<>();
    static volatile long sink;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 2_000; i++) PRICES.put("item " + i, i);
        Thread worker = new Thread(Busy::serve, "worker");
        worker.setDaemon(true);
        worker.start();
        System.out.println("READY " + ProcessHandle.current().pid());
        while (System.in.read() >= 0) {
            // Lives as long as who started it.
        }
    }

    static void serve() {
        for (int number = 0; ; number++) order(number);
    }

    static void order(int number) {
        sink += price(number);
        log(number);
    }

    static long price(int number) {
        long sum = 0;
        for (int i = 0; i < 20_000; i++) sum += PRICES.get("item " + (number + i) % 2_000);
        return sum;
    }

    static void log(int number) {
        sink ^= number;
    }
}
