import java.io.InputStream;
import java.util.function.IntUnaryOperator;

/** Loaders that define a class without saying its name, as generators of code do: the name stands in the bytes alone. */
public class NullNames {
    public static class Plug implements IntUnaryOperator {
        @Override
        public int applyAsInt(int x) {
            return half(x) + 1;
        }

        private static int half(int x) {
            if (x == -7) throw new IllegalStateException();
            return x / 2;
        }
    }

    private static final class Nameless extends ClassLoader {
        Nameless() {
            super(NullNames.class.getClassLoader());
        }

        IntUnaryOperator plug() throws Exception {
            try (InputStream in = NullNames.class.getResourceAsStream("NullNames$Plug.class")) {
                byte[] bytes = in.readAllBytes();
                Class<?> plug = defineClass(null, bytes, 0, bytes.length);
                return (IntUnaryOperator) plug.getDeclaredConstructor().newInstance();
            }
        }
    }

    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, NullNames::root, NullNames::other);
    }

    static void root() throws Exception {
        for (int i = 0; i < 3; i++) use(new Nameless().plug());
    }

    private static void use(IntUnaryOperator plug) {
        for (int i = 0; i < 5; i++) sum += plug.applyAsInt(i);
    }

    /** The same class, by the name that the loader is asked for. */
    static void other() {
        sum += new Plug().applyAsInt(4);
    }
}
