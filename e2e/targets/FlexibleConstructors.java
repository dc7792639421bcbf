/** Constructors with code before super(...), also with a loop and a handler there (JEP 513). */
public class FlexibleConstructors {
    static class Base {
        Base(int i) {
            hook();
            if (i % 3 == 2) throw new IllegalStateException();
        }

        void hook() {}
    }

    static class Checked extends Base {
        final int sum;

        Checked(int i) {
            check(i);
            int n = 0;
            for (int j = 0; j < i; j++) n += j;
            sum = n;
            super(i);
            behind();
        }

        @Override
        void hook() {}
    }

    /** Makes a Checked that fails and then one that does not, and goes on to super() in the handler's wake. */
    static class Retrying extends Base {
        final Checked checked;

        Retrying() {
            Checked made;
            try {
                made = new Checked(7);
            } catch (IllegalArgumentException e) {
                noted();
                made = new Checked(4);
            }
            checked = made;
            super(0);
        }

        @Override
        void hook() {}
    }

    static Object last;

    public static void main(String[] args) throws Exception {
        Target.serve(args, FlexibleConstructors::root);
    }

    /** Of ten, check() refuses 6 to 9, and super() 2 and 5. */
    static void root() {
        for (int i = 0; i < 10; i++) {
            try {
                last = new Checked(i);
            } catch (RuntimeException e) {
                noted();
            }
        }
        for (int i = 0; i < 3; i++) last = new Retrying();
    }

    static void check(int i) {
        if (i > 5) throw new IllegalArgumentException();
    }

    static void behind() {}

    static void noted() {}
}
