/** Classes that are initialised while the root runs: by a static call, by a field, and one that fails. */
public class StaticInit {
    static class Lazy {
        static int value = compute();

        static {
            block();
        }

        static int compute() {
            return 1;
        }

        static void block() {}

        static int get() {
            return value;
        }
    }

    static class Holder {
        static int value = make();

        static int make() {
            return 2;
        }
    }

    static class Broken {
        static {
            fail();
        }

        static void fail() {
            throw new IllegalStateException();
        }

        static void never() {}
    }

    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, StaticInit::root);
    }

    static void root() {
        for (int i = 0; i < 3; i++) sum += Lazy.get();
        sum += Holder.value;
        for (int i = 0; i < 2; i++) {
            try {
                Broken.never();
            } catch (ExceptionInInitializerError first) {
                first();
            } catch (NoClassDefFoundError later) {
                later();
            }
        }
    }

    static void first() {}

    static void later() {}
}
