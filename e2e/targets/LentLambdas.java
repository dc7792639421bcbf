import java.util.function.IntUnaryOperator;

/**
 * Lambdas of a method of a class that has been there from the start, made outside of the root by classes that load after the
 * root has been revealed: nobody has named that method before.
 */
public class LentLambdas {
    static class Work {
        static int first(int i) {
            return i;
        }

        static int second(int i) {
            return 2 * i;
        }

        static int third(int i) {
            return 3 * i;
        }
    }

    static class First {
        static IntUnaryOperator lend() {
            return Work::first;
        }
    }

    static class Second {
        static IntUnaryOperator lend() {
            return Work::second;
        }
    }

    static class Third {
        static IntUnaryOperator lend() {
            return Work::third;
        }
    }

    static int sum;

    public static void main(String[] args) throws Exception {
        sum += Work.first(1) + Work.second(1) + Work.third(1);
        Target.serve(args, () -> {
            root(First.lend());
            root(Second.lend());
            root(Third.lend());
        });
    }

    static void root(IntUnaryOperator lent) {
        for (int i = 0; i < 1000; i++) sum += lent.applyAsInt(i);
    }
}
