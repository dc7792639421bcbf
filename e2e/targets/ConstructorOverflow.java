/** Constructors overflow the stack, in their super(), in its beginning and behind it; the program goes on. */
public class ConstructorOverflow {
    static class Base {
        Base(int i) {
            reached = i;
            mark();
        }

        static void mark() {}
    }

    static class Deep extends Base {
        Deep() {
            super(++depth);
            new Deep();
        }
    }

    static int depth;
    static int reached;

    public static void main(String[] args) throws Exception {
        Target.serve(args, ConstructorOverflow::root);
    }

    static void root() {
        for (int i = 0; i < 30; i++) {
            depth = 0;
            try {
                new Deep();
            } catch (StackOverflowError expected) {
                caught();
            }
            System.out.println("DEPTH " + depth);
        }
        for (int i = 0; i < 100; i++) after();
    }

    static void caught() {}

    static void after() {}
}
