import java.util.ArrayList;
import java.util.List;

/** Fills its heap within the root, calls methods while there is not a byte to be had, and gives it back, twenty times. */
public class FullHeap {
    private static final int MOST = 90_000;

    public static void main(String[] args) throws Exception {
        List<byte[]> all = new ArrayList<>(MOST + 1);
        Target.serve(args, () -> root(all));
    }

    static void root(List<byte[]> all) {
        int errors = 0;
        for (int i = 0; i < 20; i++) {
            try {
                fill(all);
            } catch (OutOfMemoryError expected) {
                errors++;
            }
            for (int call = 0; call < 50; call++) step();
            all.clear();
        }
        for (int i = 0; i < 1_000; i++) after();
        System.out.println("MEMORY " + errors);
    }

    /** Ever smaller pieces, until there is no room for the smallest. */
    static void fill(List<byte[]> all) {
        for (int bytes = 1 << 20; ; bytes /= 2) {
            try {
                while (all.size() < MOST) all.add(new byte[bytes]);
                return; // never: the heap is smaller
            } catch (OutOfMemoryError full) {
                if (bytes <= 64) throw full;
            }
        }
    }

    static int steps;

    static void step() {
        steps++;
    }

    static void after() {
        steps--;
    }
}
