/** Ten methods named handle... in three classes, one of which is loaded when the work begins; and others beside them. */
public class RootPattern {
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, RootPattern::all, RootPattern::outside);
    }

    static void all() {
        Alpha.handleOne();
        Alpha.handleTwo();
        Alpha.handleThree();
        Alpha.handleFour(new Beta());
        Beta beta = new Beta();
        for (int i = 0; i < 5; i++) beta.handleOne();
        beta.handleTwo();
        beta.handleThree();
        Gamma.handleOne();
        Gamma.handleTwo();
        Gamma.handleThree();
        Gamma.other();
        outside();
    }

    /** Loads two of the classes. */
    static void outside() {
        Alpha.other();
        new Beta().other();
    }

    static class Alpha {
        static void handleOne() {
            leaf();
        }

        static void handleTwo() {
            other();
        }

        static void handleThree() {}

        static void handleFour(Beta beta) {
            beta.handleOne();
        }

        static void other() {
            leaf();
        }
    }

    static class Beta {
        void handleOne() {
            leaf();
        }

        void handleTwo() {
            handleOne();
        }

        private void handleThree() {
            other();
        }

        void other() {
            leaf();
        }
    }

    static class Gamma {
        static void handleOne() {
            leaf();
        }

        static void handleTwo() {
            Alpha.handleOne();
        }

        static void handleThree() {
            other();
        }

        static void other() {
            leaf();
        }
    }

    static void leaf() {
        sum++;
    }
}
