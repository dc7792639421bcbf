import java.util.stream.IntStream;

/** The root runs a parallel stream in the common pool, whose threads start when they are first needed: by the root. */
public class ParallelStream {
    static final int STEPS = 5000;

    public static void main(String[] args) throws Exception {
        Target.serve(args, ParallelStream::root);
    }

    static void root() {
        IntStream.range(0, STEPS).parallel().forEach(ParallelStream::step);
    }

    static void step(int i) {
        leaf(i);
    }

    static int leaf(int i) {
        return Integer.bitCount(i);
    }
}
