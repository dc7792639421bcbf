import java.nio.charset.StandardCharsets;

/** What the JVM says that a root call allocates: 100 arrays by an instruction, and 50 by String.getBytes, which is left out. */
public class Allocated {
    static final String TEXT = "x".repeat(1_000);
    static Object keep;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Allocated::root, Allocated::work);
    }

    static void root() {
        work();
    }

    static void work() {
        for (int i = 0; i < 100; i++) keep = new byte[1_000];
        for (int i = 0; i < 50; i++) keep = TEXT.getBytes(StandardCharsets.ISO_8859_1);
    }
}
