import java.util.ArrayList;
import java.util.List;

/** What stays when all that nobody needs has been collected: e2e/liveObjects.spec.ts has the numbers, counted by hand. */
public class Sessions {
    static final List<Object> leak = new ArrayList<>();
    static final Entry[] kept = new Entry[10_000];
    static Object shapes;

    static class Node {
        Node next;
        Node(Node next) { this.next = next; }
    }

    static class Buf {
        final byte[] bytes;
        Buf(int length) { bytes = new byte[length]; }
    }

    static class Session {
        Node doc;
        Buf buf;
    }

    static class Request {
        final Node head = parse(2);
        final Buf in = new Buf(50);
    }

    static class Entry {
        final long key;
        Entry(long key) { this.key = key; }
    }

    static Node parse(int nodes) {
        Node head = null;
        for (int i = 0; i < nodes; i++) head = new Node(head);
        return head;
    }

    static Session serve() {
        Session session = new Session();
        session.doc = parse(3);
        session.buf = new Buf(100);
        return session;
    }

    /** Of each fifth the answer is an exception, and a session that nobody keeps. */
    static Session failing(int i) {
        try {
            new Node(null);
            throw new IllegalStateException("bad " + i);
        } catch (IllegalStateException bad) {
            return new Session();
        }
    }

    /** Each tenth leaks. */
    static void handle(int i) {
        Request request = new Request();
        Session session = i % 5 == 4 ? failing(i) : serve();
        if (i % 10 == 0) leak.add(session);
    }

    /** Of 100,000 each tenth stays. */
    static void many() {
        for (int i = 0; i < 100_000; i++) {
            Entry entry = new Entry(i);
            if (i % 10 == 0) kept[i / 10] = entry;
        }
    }

    /** Arguments that choose, arrays of arrays, an object that nobody gets. */
    static void shapes(int n) {
        shapes = new Object[] {
            new Node(n > 0 ? new Node(null) : null), new int[2][3], new long[n][], new Session[] {new Session()}
        };
        new Entry(n);
        try {
            new Buf(-1);
        } catch (NegativeArraySizeException bad) {
            // it is no more
        }
    }

    static void root(int requests) {
        for (int i = 0; i < requests; i++) handle(i);
        many();
        shapes(1);
    }

    public static void main(String[] args) throws Exception {
        Target.serve(args, Sessions::work);
    }

    static void work() throws Exception {
        if (!Boolean.getBoolean("sessions.stay")) leak.clear();
        root(100);
        collect();
        Thread worker = new Thread(() -> root(20), "worker");
        worker.start();
        worker.join();
        collect();
    }

    private static void collect() {
        if (Boolean.getBoolean("sessions.garbage")) return;
        System.gc();
        System.gc();
    }
}
