package shop;

import java.util.HashMap;
import java.util.Map;

/**
 * Serves users in turn. One of them has ordered eight hundred times as often as any other one, and each request looks at all that was ordered.
 */
public class UserOrders {
    static final int USERS = 20;
    static final int BUSIEST_USER = 4_711;
    static volatile long sink;

    private final Map<Integer, int[]> orders = new HashMap<>();

    UserOrders() {
        for (int i = 0; i < USERS - 1; i++) orders.put(1_000 + i, new int[500]);
        orders.put(BUSIEST_USER, new int[400_000]);
    }

    public static void main(String[] args) throws Exception {
        Thread server = new Thread(new UserOrders()::serve, "server");
        server.setDaemon(true);
        server.start();
        System.out.println("READY");
        System.in.read();
    }

    void serve() {
        for (;;) for (int user : orders.keySet()) handle(user, "cart");
    }

    void handle(int userId, String page) {
        sink += spent(userId);
        sink += drawn(page);
    }

    long spent(int userId) {
        long sum = 0;
        for (int order : orders.get(userId)) sum += Long.numberOfTrailingZeros(sum * 31 + order);
        return sum;
    }

    long drawn(String page) {
        long hash = 0;
        for (int line = 0; line < 2_000; line++) hash = hash * 31 + page.charAt(line % page.length());
        return hash;
    }
}
