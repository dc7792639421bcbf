/** Exceptions that pass through frames, are caught, caught and replaced, thrown by the JVM, and leave the root. */
public class Exceptions {
    static class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(Throwable cause) {
            super(cause);
        }
    }

    static int cleaned;

    public static void main(String[] args) throws Exception {
        Target.serve(
                args,
                () -> {
                    try {
                        root();
                    } catch (IllegalStateException left) {
                        // as meant: the root ends by an exception
                    }
                });
    }

    static void root() {
        for (int i = 0; i < 10; i++) {
            try {
                outer(i);
            } catch (IllegalStateException e) {
                caught();
            }
        }
        withFinally(false);
        withFinally(false);
        try {
            withFinally(true);
        } catch (IllegalStateException e) {
            caught();
        }
        for (int i = 0; i < 4; i++) {
            try {
                replace();
            } catch (Refused e) {
                caught();
            }
        }
        for (int i = 0; i < 2; i++) {
            try {
                divide(0);
            } catch (ArithmeticException e) {
                caught();
            }
        }
        after();
        thrower();
    }

    static void outer(int i) {
        middle(i);
    }

    static void middle(int i) {
        if (i % 2 == 0) thrower();
        else quiet();
    }

    static void thrower() {
        throw new IllegalStateException();
    }

    static void quiet() {}

    static void withFinally(boolean fail) {
        try {
            if (fail) thrower();
            else quiet();
        } finally {
            cleanup();
        }
    }

    static void cleanup() {
        cleaned++;
    }

    static void replace() {
        try {
            thrower();
        } catch (IllegalStateException e) {
            throw new Refused(e);
        }
    }

    static int divide(int by) {
        return 1 / by;
    }

    static void caught() {}

    static void after() {}
}
