import java.util.function.IntUnaryOperator;

/** Library code that the recording leaves out: it calls the program directly, by reflection and by interfaces. */
public class Excluded {
    /** Left out. Calls Program, which nothing else in the subgraph does. */
    static class Library {
        static int direct(int i) {
            return inside(i);
        }

        private static int inside(int i) {
            return Program.called(i);
        }

        static int made(int i) {
            return new Program().add(i);
        }

        static int back(IntUnaryOperator operator, int i) {
            return operator.applyAsInt(i);
        }

        static int own(Callback callback, int i) {
            return callback.call(i);
        }

        static int lambda(int i) {
            IntUnaryOperator operator = j -> Program.inLambda(j);
            return operator.applyAsInt(i);
        }

        static int reflected(int i) {
            try {
                return (int) Program.class.getDeclaredMethod("reflected", int.class).invoke(null, i);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Left out, too. */
    interface Callback {
        int call(int i);
    }

    static class Program implements Callback {
        static int called(int i) {
            return leaf(i);
        }

        int add(int i) {
            return leaf(i);
        }

        static int inLambda(int i) {
            return leaf(i);
        }

        static int reflected(int i) {
            return leaf(i);
        }

        @Override
        public int call(int i) {
            return leaf(i);
        }

        static int leaf(int i) {
            return i;
        }
    }

    static final int TIMES = 1000;
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Excluded::root);
    }

    static void root() {
        direct();
        made();
        back();
        lambda();
        reflected();
        partly();
    }

    static void direct() {
        for (int i = 0; i < TIMES; i++) sum += Library.direct(i);
    }

    static void made() {
        for (int i = 0; i < TIMES; i++) sum += Library.made(i);
    }

    static void back() {
        Callback callback = new Program();
        for (int i = 0; i < TIMES; i++) sum += Library.back(j -> j, i) + Library.own(callback, i);
    }

    static void lambda() {
        for (int i = 0; i < TIMES; i++) sum += Library.lambda(i);
    }

    static void reflected() {
        for (int i = 0; i < TIMES; i++) sum += Library.reflected(i);
    }

    /** One method that is left out, of a class that is not. */
    static void partly() {
        for (int i = 0; i < TIMES; i++) sum += silent(i);
    }

    static int silent(int i) {
        return after(i);
    }

    static int after(int i) {
        return i;
    }
}
