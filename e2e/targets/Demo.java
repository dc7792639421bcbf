import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * The program that `npm start -- --demo` profiles: a small mail-order house. A clerk thread takes in orders; two
 * packer threads process them. Good roots: Demo$Packer::process, Demo$Clerk::takeOrder.
 */
public class Demo {
    private static final int ORDERS_PER_SECOND = 200;

    public static void main(String[] args) throws Exception {
        System.out.println("READY " + ProcessHandle.current().pid());
        BlockingQueue<Order> orders = new ArrayBlockingQueue<>(64);
        Stock stock = new Stock();
        start("clerk", new Clerk(orders, stock));
        start("packer-1", new Packer(orders, stock));
        start("packer-2", new Packer(orders, stock));
        while (System.in.read() >= 0) {
            // Lives as long as who started it.
        }
        System.exit(0);
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    static final class Item {
        final String name;
        final int cents;
        final int grams;

        Item(String name, int cents, int grams) {
            this.name = name;
            this.cents = cents;
            this.grams = grams;
        }
    }

    static final class Order {
        final int number;
        final List<Item> items = new ArrayList<>();

        Order(int number) {
            this.number = number;
        }
    }

    static final class Stock {
        private final Map<String, Integer> pieces = new HashMap<>();
        private final List<Item> catalogue = new ArrayList<>();

        Stock() {
            String[] names = {"lamp", "kettle", "atlas", "chair", "rope", "paint", "globe", "bell", "clock", "map"};
            for (int i = 0; i < names.length; i++) {
                catalogue.add(new Item(names[i], 500 + 731 * i, 100 + 230 * i));
                pieces.put(names[i], 50);
            }
        }

        Item any(Random random) {
            return catalogue.get(random.nextInt(catalogue.size()));
        }

        synchronized boolean take(Item item) {
            int left = pieces.merge(item.name, -1, Integer::sum);
            if (left >= 0) return true;
            refill(item);
            return false;
        }

        private void refill(Item item) {
            pieces.put(item.name, 50);
        }
    }

    /** Makes orders at a steady pace. */
    static final class Clerk implements Runnable {
        private final BlockingQueue<Order> orders;
        private final Stock stock;
        private final Random random = new Random(7);

        Clerk(BlockingQueue<Order> orders, Stock stock) {
            this.orders = orders;
            this.stock = stock;
        }

        @Override
        public void run() {
            try {
                for (int number = 1; ; number++) {
                    orders.put(takeOrder(number));
                    Thread.sleep(1000 / ORDERS_PER_SECOND);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        Order takeOrder(int number) {
            Order order = new Order(number);
            int count = 1 + random.nextInt(12);
            for (int i = 0; i < count; i++) order.items.add(stock.any(random));
            return order;
        }
    }

    /** Ways to send a parcel. */
    interface Carrier {
        int price(int grams);
    }

    static final class Post implements Carrier {
        @Override
        public int price(int grams) {
            return grams < 1000 ? 399 : 399 + grams / 10;
        }
    }

    static final class Freight implements Carrier {
        @Override
        public int price(int grams) {
            int price = 1500;
            for (int rest = grams; rest > 0; rest -= 500) price += surcharge(rest);
            return price;
        }

        private int surcharge(int grams) {
            return grams % 7;
        }
    }

    static final class Packer implements Runnable {
        private final BlockingQueue<Order> orders;
        private final Stock stock;
        private final List<Carrier> carriers = List.of(new Post(), new Freight());
        private long earned;

        Packer(BlockingQueue<Order> orders, Stock stock) {
            this.orders = orders;
            this.stock = stock;
        }

        @Override
        public void run() {
            try {
                while (true) process(orders.take());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void process(Order order) {
            List<Item> found = pick(order);
            List<Item> parcel = arrange(found);
            earned += invoice(order, parcel);
        }

        private List<Item> pick(Order order) {
            List<Item> found = new ArrayList<>();
            for (Item item : order.items) if (stock.take(item)) found.add(item);
            return found;
        }

        private List<Item> arrange(List<Item> items) {
            List<Item> heaviestFirst = new ArrayList<>(items);
            heaviestFirst.sort(Comparator.comparingInt((Item item) -> item.grams).reversed());
            int best = fill(heaviestFirst, 0, 5000);
            return best > 0 ? heaviestFirst : items;
        }

        /** The fullest parcel of at most `room` grams: tries each item in and out. */
        private int fill(List<Item> items, int from, int room) {
            if (from == items.size()) return 0;
            int without = fill(items, from + 1, room);
            int grams = items.get(from).grams;
            return grams > room ? without : Math.max(without, grams + fill(items, from + 1, room - grams));
        }

        private long invoice(Order order, List<Item> parcel) {
            long cents = 0;
            for (Item item : parcel) cents += item.cents;
            int grams = parcel.stream().mapToInt(item -> item.grams).sum();
            int freight = Integer.MAX_VALUE;
            for (Carrier carrier : carriers) freight = Math.min(freight, carrier.price(grams));
            return cents + freight + checksum("order " + order.number + ": " + cents + " + " + freight);
        }

        private int checksum(String text) {
            int sum = 0;
            for (int i = 0; i < text.length(); i++) sum = mix(sum, text.charAt(i));
            return sum & 1;
        }

        private int mix(int sum, char c) {
            return 31 * sum + c;
        }
    }
}
