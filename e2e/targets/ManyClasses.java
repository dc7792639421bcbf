import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A large program: 10,000 classes of its own, or -Dclasses of them, all loaded, copies of one under other names. The root calls 2,000 of them,
 * or -Dcalled, and loads -Dlate more in its first call.
 */
public class ManyClasses {
    private static final int CLASSES = Integer.getInteger("classes", 10_000);
    private static final int CALLED = Integer.getInteger("called", 2_000);
    private static final int LATE = Integer.getInteger("late", 0);

    public interface Unit {
        int call(int i);
    }

    /** The original of all: its name is as long as theirs. */
    public static class Unit00000 implements Unit {
        @Override
        public int call(int i) {
            return i + step(i);
        }

        private int step(int i) {
            return i & 1;
        }
    }

    private static final class Copies extends ClassLoader {
        private final String original;

        Copies() throws Exception {
            super(ManyClasses.class.getClassLoader());
            try (InputStream in = ManyClasses.class.getResourceAsStream("ManyClasses$Unit00000.class")) {
                original = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            }
        }

        Unit copy(int number) throws Exception {
            return (Unit) load(number).getDeclaredConstructor().newInstance();
        }

        Class<?> load(int number) {
            String name = String.format("Unit%05x", number);
            byte[] bytes = original.replace("Unit00000", name).getBytes(StandardCharsets.ISO_8859_1);
            return defineClass("ManyClasses$" + name, bytes, 0, bytes.length);
        }
    }

    private static final Unit[] UNITS = new Unit[CLASSES];
    private static Copies copies;
    private static int late;
    static int sum;

    public static void main(String[] args) throws Exception {
        copies = new Copies();
        for (int i = 0; i < CLASSES; i++) UNITS[i] = copies.copy(i + 1);
        Target.serve(args, ManyClasses::root);
    }

    static void root() {
        for (int i = 0; i < CALLED; i++) sum += UNITS[i * (CLASSES / CALLED)].call(i);
        while (late < LATE) copies.load(CLASSES + ++late);
    }
}
