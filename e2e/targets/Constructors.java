/**
 * this() and super() chains, initialisers, an overridable method called from a constructor, constructors that throw,
 * a record.
 */
public class Constructors {
    static class Base {
        final int value;

        Base(int value) {
            this.value = value;
            hook();
        }

        void hook() {}
    }

    static class Derived extends Base {
        final int field = initialiser();

        {
            block();
        }

        Derived() {
            this(argument());
            afterThis();
        }

        Derived(int value) {
            super(scale(value));
            afterSuper();
        }

        @Override
        void hook() {}

        static int argument() {
            return 3;
        }

        static int scale(int value) {
            return 2 * value;
        }

        static int initialiser() {
            return 1;
        }

        void block() {}

        void afterThis() {}

        void afterSuper() {}
    }

    static class Failing {
        Failing() {
            throw new IllegalStateException();
        }
    }

    static class FailingSooner extends Failing {}

    record Point(int x, int y) {}

    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Constructors::root);
    }

    static void root() {
        for (int i = 0; i < 3; i++) sum += new Derived().field;
        for (int i = 0; i < 2; i++) {
            try {
                new Failing();
            } catch (IllegalStateException e) {
                sum++;
            }
            try {
                new FailingSooner();
            } catch (IllegalStateException e) {
                sum++;
            }
        }
        for (int i = 0; i < 5; i++) sum += new Point(i, i).x();
    }
}
