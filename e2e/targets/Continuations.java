import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;

/**
 * A generator on a platform thread. "run" takes its three steps outside of the root, which is called between them; "other" takes them
 * within the root, which calls while the generator is suspended.
 */
public class Continuations {
    private static final ContinuationScope SCOPE = new ContinuationScope("steps");
    private static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Continuations::between, () -> root(true));
    }

    private static void between() {
        Continuation steps = new Continuation(SCOPE, () -> generate(2));
        while (!steps.isDone()) {
            steps.run();
            root(false);
        }
    }

    static void root(boolean suspends) {
        if (!suspends) {
            consume();
            return;
        }
        Continuation steps = new Continuation(SCOPE, () -> generate(2));
        while (!steps.isDone()) {
            steps.run();
            consume();
        }
    }

    static void generate(int depth) {
        if (depth > 0) {
            generate(depth - 1);
            step();
            return;
        }
        Continuation.yield(SCOPE);
        step();
        Continuation.yield(SCOPE);
    }

    static void consume() {
        step();
    }

    static void step() {
        for (int i = 0; i < 3; i++) sum += i;
    }
}
