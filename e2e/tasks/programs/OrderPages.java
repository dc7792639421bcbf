package pages;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Shows a page of 50 orders from a database in memory, with one statement for the orders and one more for the lines of each; or, as
 * `joined`, with one statement in all. `serve` shows pages until its input ends, `once` shows ten.
 */
public class OrderPages {
    static final int ORDERS = 50;

    private final Connection database;
    private final boolean isJoined;

    OrderPages(boolean isJoined) throws SQLException {
        this.isJoined = isJoined;
        database = DriverManager.getConnection("jdbc:h2:mem:pages");
        try (Statement statement = database.createStatement()) {
            statement.execute("create table orders (id int primary key)");
            statement.execute("create table lines (id int primary key, order_id int, price int)");
            for (int i = 0; i < ORDERS; i++) {
                statement.execute("insert into orders values (" + i + ")");
                statement.execute("insert into lines values (" + i + ", " + i + ", " + 10 * i + ")");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        OrderPages pages = new OrderPages(args[1].equals("joined"));
        if (args[0].equals("once")) {
            for (int i = 0; i < 10; i++) pages.show();
            return;
        }
        Thread server = new Thread(() -> {
            try {
                for (;;) pages.show();
            } catch (SQLException broken) {
                System.exit(1);
            }
        }, "server");
        server.setDaemon(true);
        server.start();
        System.out.println("READY");
        System.in.read();
        System.exit(0);
    }

    long show() throws SQLException {
        return isJoined ? joined() : each();
    }

    private long each() throws SQLException {
        long sum = 0;
        try (PreparedStatement orders = database.prepareStatement("select id from orders"); ResultSet rows = orders.executeQuery()) {
            while (rows.next()) sum += priceOf(rows.getInt(1));
        }
        return sum;
    }

    private long priceOf(int order) throws SQLException {
        try (PreparedStatement lines = database.prepareStatement("select sum(price) from lines where order_id = ?")) {
            lines.setInt(1, order);
            return firstOf(lines);
        }
    }

    private long joined() throws SQLException {
        String sql = "select sum(price) from lines join orders on orders.id = order_id";
        try (PreparedStatement lines = database.prepareStatement(sql)) {
            return firstOf(lines);
        }
    }

    private static long firstOf(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
