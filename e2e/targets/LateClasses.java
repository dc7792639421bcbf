import java.util.function.IntUnaryOperator;

/**
 * Classes that load while others, loaded before and not verified yet, are to be instrumented: the JVM's verifier, checking
 * Account and Maths, loads Premium and Doubler by itself, or waits for them where the program has begun to.
 */
public class LateClasses {
    static class Account {
        int fee() {
            return 2;
        }

        /** The verifier asks whether Premium is an Account. */
        static Account best() {
            return new Premium();
        }
    }

    static class Premium extends Account {
        int bonus() {
            return 3;
        }
    }

    abstract static class Maker {
        abstract IntUnaryOperator make();
    }

    static class Doubler extends Maker {
        @Override
        IntUnaryOperator make() {
            return Maths::twice;
        }
    }

    static class Maths {
        static int twice(int i) {
            return 2 * i;
        }

        /** The verifier asks whether Doubler is a Maker. */
        static Maker maker() {
            return new Doubler();
        }
    }

    static int sum;

    public static void main(String[] args) throws Exception {
        ClassLoader loader = LateClasses.class.getClassLoader();
        Class.forName("LateClasses$Account", false, loader);
        Class.forName("LateClasses$Maths", false, loader);
        Target.serve(args, LateClasses::root);
    }

    static void root() {
        sum += fee(null);
        sum += fee(new Premium());
        sum += Maths.maker().make().applyAsInt(21);
    }

    /** Inherited, of a class that is not loaded when this is called first. */
    static int fee(Premium premium) {
        return premium == null ? 0 : premium.fee() + premium.bonus();
    }
}
