/** Makes garbage within the root, enough for many collections of a small heap: each has the threads stop somewhere in a probe. */
public class Garbage {
    private static final int ROUNDS = 2_000;
    private static final int NODES = 100;

    static final class Node {
        final Node next;
        final byte[] bytes = new byte[1_000];

        Node(Node next) {
            this.next = next;
        }
    }

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> {
            Thread[] threads = new Thread[4];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(Garbage::root);
                threads[i].start();
            }
            for (Thread thread : threads) thread.join();
        });
    }

    static void root() {
        for (int i = 0; i < ROUNDS; i++) round();
    }

    static int round() {
        Node list = null;
        for (int i = 0; i < NODES; i++) list = make(list);
        int length = 0;
        for (; list != null; list = list.next) length++;
        return length;
    }

    static Node make(Node next) {
        return new Node(next);
    }
}
