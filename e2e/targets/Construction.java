/** Constructors that call each other and end by exceptions: before, in and behind their super() or this() calls. */
public class Construction {
    static class P {
        P() {
            made++;
        }
    }

    static class X {}

    static class Q extends P {
        Q() {
            last = new X();
            last = new X();
        }

        Q(int ignored) {
            this();
        }
    }

    static class R extends Q {
        R() {
            super(1);
        }
    }

    static class Bad extends P {
        Bad() {
            if (made % 3 == 0) throw new IllegalArgumentException();
        }

        Bad(int ignored) {}
    }

    static class Early extends P {
        Early() {
            this(boom());
        }

        Early(int ignored) {}
    }

    /** Ends by an exception for even numbers. */
    static class B {
        B(int i) {
            if (i % 2 == 0) throw new IllegalArgumentException();
        }
    }

    static class D extends B {
        D(int i) {
            super(i);
            made++;
        }

        D(Integer i) {
            super(passed(i));
        }
    }

    static class Third extends D {
        Third(Integer i) {
            super(i);
        }

        Third(String text) {
            this(Integer.valueOf(text));
        }
    }

    /** Makes another of itself, whose super() ends by an exception, and goes on. */
    static class Twin extends B {
        Twin(int i) {
            super(i);
            try {
                last = new Twin(i + 1);
            } catch (IllegalArgumentException e) {
                noted();
            }
        }
    }

    static class Holder extends P {
        Holder() {
            try {
                last = new D(Integer.valueOf(2));
            } finally {
                noted();
            }
        }
    }

    static class Asking {
        Asking() {
            try {
                answer();
            } finally {
                noted();
            }
        }

        void answer() {}
    }

    static class Asked extends Asking {
        @Override
        void answer() {
            if (made++ % 2 == 0) boom();
        }
    }

    /** What it calls by super() is the JDK's, and not measured. */
    static class Capped extends java.util.ArrayList<String> {
        private static final long serialVersionUID = 1;

        Capped(int capacity) {
            super(capacity);
            passed(capacity);
        }
    }

    static class Broken {
        static final D MADE = new D(Integer.valueOf(2));
    }

    static int made;
    static Object last;

    public static void main(String[] args) throws Exception {
        last = D.class; // a root is sought in classes that are there
        Target.serve(args, Construction::root);
    }

    static void root() {
        chained();
        thrownBehind();
        thrownInArgument();
        thrownBeforeSuper();
        thrownInSuper();
        thrownAbove();
        thrownThroughThis();
        nested();
        passedOn();
        virtualInSuper();
        initialised();
        thrownUnmeasured();
        passedOnUnmeasured();
    }

    static void noted() {}

    static int passed(int i) {
        return i;
    }

    static int boom() {
        throw new IllegalStateException();
    }

    /** R() calls Q(int), that calls Q(), that calls P() and makes two X. */
    static void chained() {
        for (int i = 0; i < 4; i++) last = new R();
    }

    static void thrownBehind() {
        made = 0;
        for (int i = 0; i < 9; i++) {
            try {
                last = new Bad();
            } catch (IllegalArgumentException e) {
                noted();
            }
        }
    }

    /** The constructor is never called. */
    static void thrownInArgument() {
        for (int i = 0; i < 5; i++) {
            try {
                last = new Bad(boom());
            } catch (IllegalStateException e) {
                noted();
            }
        }
    }

    /** Early() is called, Early(int) is not. */
    static void thrownBeforeSuper() {
        for (int i = 0; i < 5; i++) {
            try {
                last = new Early();
            } catch (IllegalStateException e) {
                noted();
            }
        }
    }

    /** noted() once for each of 1,000 D and once more for those that fail: it hangs below this method, not below a D. */
    static void thrownInSuper() {
        for (int i = 0; i < 1000; i++) {
            try {
                last = new D(i);
            } catch (IllegalArgumentException e) {
                noted();
            }
            noted();
        }
    }

    static void thrownAbove() {
        for (int i = 0; i < 6; i++) {
            try {
                last = new Third(Integer.valueOf(i));
            } catch (IllegalArgumentException e) {
                noted();
            }
        }
    }

    static void thrownThroughThis() {
        for (int i = 0; i < 4; i++) {
            try {
                last = new Third(String.valueOf(i));
            } catch (IllegalArgumentException e) {
                noted();
            }
        }
    }

    /** The outer Twin goes on after the inner one has failed: noted() is below it, and then once below this method. */
    static void nested() {
        for (int i = 0; i < 2; i++) {
            last = new Twin(1);
            noted();
        }
    }

    /** D fails, and Holder with it, and calls noted() before. */
    static void passedOn() {
        for (int i = 0; i < 3; i++) {
            try {
                last = new Holder();
            } catch (IllegalArgumentException e) {
                noted();
            }
        }
    }

    /** The second of the two answers fails, with Asking's and Asked's constructors. */
    static void virtualInSuper() {
        made = 1;
        for (int i = 0; i < 2; i++) {
            try {
                last = new Asked();
            } catch (IllegalStateException e) {
                noted();
            }
        }
    }

    /** The super() of the odd ones fails, and nobody measures it. */
    static void thrownUnmeasured() {
        for (int i = 0; i < 6; i++) {
            try {
                last = new Capped(i % 2 == 0 ? 1 : -1);
            } catch (IllegalArgumentException e) {
                noted();
            }
        }
    }

    static void passedOnUnmeasured() {
        for (int i = 0; i < 3; i++) {
            try {
                passingOn();
            } catch (IllegalArgumentException e) {
                noted();
            }
        }
    }

    static void passingOn() {
        last = new Capped(-1);
    }

    static void initialised() {
        try {
            last = Broken.MADE;
        } catch (ExceptionInInitializerError e) {
            noted();
        }
    }
}
