import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.Collation;
import org.sqlite.Function;
import org.sqlite.ProgressHandler;

/** A driver in native code: it is loaded within the root, and calls functions, aggregates, orders and handlers of the program back. */
public class SqliteRows {
    private static final int ROWS = 200;

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            Function.create(connection, "twice", new Twice());
            Function.create(connection, "longest", new Longest());
            Collation.create(connection, "BACKWARDS", new Backwards());
            ProgressHandler.setHandler(connection, 50, new Ticks());
            fill(connection);
            StringBuilder found = new StringBuilder();
            try (Statement statement = connection.createStatement()) {
                for (String query : new String[] {
                    "select sum(twice(id)) from words",
                    "select longest(word) from words",
                    "select word from words order by word collate BACKWARDS limit 3",
                    "select twice(word) from words where id = 7",
                }) {
                    found.append(answer(statement, query)).append(' ');
                }
            }
            ProgressHandler.clearHandler(connection);
            return found.toString();
        }
    }

    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table words (id integer primary key, word text)");
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into words values (?, ?)")) {
            for (int i = 0; i < ROWS; i++) {
                insert.setInt(1, i);
                insert.setString(2, Integer.toString(i * 7919, 36));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** The last row; or why there is none, as a function of the program throws. */
    private static String answer(Statement statement, String query) {
        String last = "";
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) last = rows.getString(1);
            return last;
        } catch (SQLException refused) {
            return "refused";
        }
    }

    static final class Twice extends Function {
        @Override
        protected void xFunc() throws SQLException {
            if (value_type(0) == 3) throw new SQLException("a text"); // SQLITE_TEXT
            result(2 * value_int(0));
        }
    }

    static final class Longest extends Function.Aggregate {
        private String longest = "";

        @Override
        protected void xStep() throws SQLException {
            String word = value_text(0);
            if (isLonger(word)) longest = word;
        }

        private boolean isLonger(String word) {
            return word.length() > longest.length();
        }

        @Override
        protected void xFinal() throws SQLException {
            result(longest);
        }
    }

    static final class Backwards extends Collation {
        @Override
        protected int xCompare(String a, String b) {
            return turned(a).compareTo(turned(b));
        }

        private static String turned(String text) {
            return new StringBuilder(text).reverse().toString();
        }
    }

    static final class Ticks extends ProgressHandler {
        @Override
        protected int progress() {
            return tick();
        }

        private static int tick() {
            return 0;
        }
    }
}
