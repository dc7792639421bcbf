import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.function.IntUnaryOperator;

/**
 * A class that the program defines hidden, before the root and again within it: its own methods cannot be measured, what they call can.
 * By reflection, for Lookup.defineHiddenClass came with JDK 15.
 */
public class HiddenClasses {
    static final int TIMES = 1000;
    static int sum;
    static IntUnaryOperator before;

    public static class Rule implements IntUnaryOperator {
        @Override
        public int applyAsInt(int number) {
            return twice(number) + Table.value();
        }

        static int twice(int number) {
            return plus(number, number);
        }
    }

    /** Nobody but the hidden class names it. */
    static class Table {
        static int value() {
            return 3;
        }
    }

    public static void main(String[] args) throws Exception {
        Target.serve(args, HiddenClasses::work, HiddenClasses::define);
    }

    static void work() throws Exception {
        root();
    }

    static void root() throws Exception {
        for (int i = 0; i < TIMES; i++) sum += before.applyAsInt(i);
        define();
        IntUnaryOperator lambda = number -> number + 1;
        for (int i = 0; i < TIMES; i++) sum += lambda.applyAsInt(before.applyAsInt(i));
    }

    static int plus(int a, int b) {
        return a + b;
    }

    static void define() throws Exception {
        byte[] classFile;
        try (InputStream in = HiddenClasses.class.getResourceAsStream("HiddenClasses$Rule.class")) {
            classFile = in.readAllBytes();
        }
        Class<?> option = Class.forName("java.lang.invoke.MethodHandles$Lookup$ClassOption");
        Object options = Array.newInstance(option, 0);
        Method define =
                MethodHandles.Lookup.class.getMethod("defineHiddenClass", byte[].class, boolean.class, options.getClass());
        MethodHandles.Lookup hidden =
                (MethodHandles.Lookup) define.invoke(MethodHandles.lookup(), classFile, true, options);
        before = (IntUnaryOperator) hidden.lookupClass().getDeclaredConstructor().newInstance();
    }
}
