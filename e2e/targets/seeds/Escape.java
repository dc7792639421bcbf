/** Points that never leave their method: what bytecode says, and what the heap sees. */
public class Escape {
    static final int POINTS = 20_000_000;
    static final int ROUNDS = 5;

    static final class P {
        final int x, y;
        P(int x, int y) { this.x = x; this.y = y; }
        int sum() { return x + y; }
    }

    static long run(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += new P(i, 1).sum();
        return sum;
    }

    public static void main(String[] args) {
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        for (int i = 0; i < 20; i++) run(100_000);
        // Code that has just been compiled anew makes some on the heap, until it is compiled: the last round is what stays.
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getThreadAllocatedBytes(id);
            run(POINTS);
            System.out.println("heap " + (threads.getThreadAllocatedBytes(id) - before));
        }
    }
}
