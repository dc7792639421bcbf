/**
 * Overflows its stack within the root again and again, and goes on. How deep it came is the JVM's choice, so it is printed;
 * where exactly the stack ends may be within a probe.
 */
public class StackOverflow {
    static int depth;

    public static void main(String[] args) throws Exception {
        Target.serve(args, StackOverflow::root);
    }

    static void root() {
        for (int i = 0; i < 30; i++) {
            depth = 0;
            try {
                dive();
            } catch (StackOverflowError expected) {
                caught();
            }
            System.out.println("DEPTH " + depth);
        }
        for (int i = 0; i < 100; i++) after();
    }

    static void dive() {
        depth++;
        dive();
    }

    static void caught() {}

    static void after() {}
}
