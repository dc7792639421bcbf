import java.util.Arrays;

/** Calls the JDK's methods that compilers replace by code of their own, most of them in compiled code. */
public class Replaced {
    private static final int TIMES = 300_000;
    private static final Object[] SOME = new Object[3];
    static Object kept;
    static int most;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Replaced::root);
    }

    static void root() {
        for (int i = 0; i < TIMES; i++) step(i);
    }

    private static void step(int i) {
        most = Math.max(most, i & 7);
        kept = Arrays.copyOf(SOME, 3, Object[].class);
    }
}
