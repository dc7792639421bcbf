/** Root calls that differ by their arguments; which of them are recorded, conditions say. */
public class Requests {
    enum Verb {
        GET,
        PUT {
            @Override
            public String toString() {
                throw new Error("nobody may call this");
            }
        }
    }

    /** A root, too, by its constructor. */
    static class Order {
        final long lines;

        Order(long lines) {
            this(lines, "made by " + lines);
            count(1);
        }

        Order(long lines, String note) {
            super();
            this.lines = lines;
            count(note.length() > 0 ? 1 : 0);
        }
    }

    static class Failed extends RuntimeException {
        Failed() {
            super("as asked", null, false, false);
        }
    }

    public static void main(String[] args) throws Exception {
        Target.serve(args, Requests::serveAll);
    }

    static int serveAll() throws Exception {
        for (int i = 0; i < 10; i++) number(i);
        for (String path : new String[] {"GET /slow", "GET /fast", "GET /slow?q=\u20ac", "PUT /slow", null}) path(3, path);
        for (Object value : new Object[] {7, 7L, 7.0, (short) 8, 'x', true, "7", Verb.GET, new Object(), null}) any(value);
        for (Verb verb : Verb.values()) verb(0.5, verb);
        verb(0.5, null);
        new Requests().nested(4, 'c', false);
        new Requests().nested(2, 'd', true);
        new Order(1);
        new Order(1_000_000_000_000L);
        for (int i = 0; i < 6; i++) {
            try {
                fails(i);
            } catch (Failed expected) {
                count(1);
            }
        }
        Thread other = new Thread(() -> number(100));
        other.start();
        other.join();
        count(1);
        return 0;
    }

    static void number(int n) {
        count(n);
    }

    static void path(long before, String path) {
        count(path == null ? 0 : path.length());
    }

    static void any(Object value) {
        count(value == null ? 0 : 1);
    }

    static void verb(double before, Verb verb) {
        count(verb == null ? 0 : verb.ordinal());
    }

    void nested(int depth, char letter, boolean last) {
        count(depth);
        if (depth > 0) nested(depth - 1, letter, last);
    }

    static void fails(int n) {
        count(n);
        if (n % 2 == 0) throw new Failed();
    }

    static int counted;

    /** Outside of all roots as well. */
    static void count(int by) {
        for (int i = 0; i < by % 3; i++) counted += i;
    }
}
