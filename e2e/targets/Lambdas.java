import java.io.Serializable;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Lambdas and method references of every kind, each called 1,000 times. */
public class Lambdas {
    interface Own {
        int apply(int i);

        /** The lambda calls its maker's apply twice. */
        default Own twice() {
            return i -> apply(apply(i));
        }
    }

    static class Counter {
        final int start;

        Counter(int start) {
            this.start = start;
        }

        int add(int i) {
            return start + i;
        }

        int get() {
            return start;
        }
    }

    static class Loud extends Counter {
        Loud() {
            super(1);
        }

        @Override
        int add(int i) {
            return -i;
        }

        IntUnaryOperator superReference() {
            return super::add;
        }
    }

    /** A generic method: the reference to it is called through a bridge that the lambda's class has, not ours. */
    static class Joiner implements BinaryOperator<String> {
        @Override
        public String apply(String a, String b) {
            return a;
        }
    }

    static final int TIMES = 1000;
    static final IntUnaryOperator MADE_BEFORE = i -> leaf(i);
    static final Own OWN_MADE_BEFORE = i -> leaf(i);
    static final Counter COUNTER = new Counter(5);
    static final Counter LOUD = new Loud();
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Lambdas::root);
    }

    static void root() {
        madeBefore();
        plain();
        capturing(7);
        nested();
        own();
        serializable();
        references();
        superReference();
        constructors();
        generic();
        composed();
    }

    static int leaf(int i) {
        return i + 1;
    }

    static void times(IntUnaryOperator operator) {
        for (int i = 0; i < TIMES; i++) sum += operator.applyAsInt(i);
    }

    static void madeBefore() {
        times(MADE_BEFORE);
    }

    static void plain() {
        times(i -> 2 * i);
    }

    static void capturing(int base) {
        times(i -> leaf(base));
    }

    static void nested() {
        times(
                i -> {
                    IntUnaryOperator inner = j -> leaf(i + j);
                    return inner.applyAsInt(i);
                });
    }

    static void own() {
        Own twice = OWN_MADE_BEFORE.twice();
        for (int i = 0; i < TIMES; i++) sum += twice.apply(i);
    }

    static void serializable() {
        times((IntUnaryOperator & Serializable) Lambdas::leaf);
    }

    /** Of a static method, of a method of one object (the receiver chooses), of any object. */
    static void references() {
        times(Lambdas::leaf);
        times(COUNTER::add);
        times(LOUD::add);
        ToIntFunction<Counter> any = Counter::get;
        for (int i = 0; i < TIMES; i++) sum += any.applyAsInt(COUNTER);
    }

    static void superReference() {
        times(((Loud) LOUD).superReference());
    }

    static void constructors() {
        IntFunction<Counter> maker = Counter::new;
        Supplier<Loud> loudMaker = Loud::new;
        IntFunction<Counter[]> arrays = Counter[]::new;
        for (int i = 0; i < TIMES; i++) {
            sum += maker.apply(i).start;
            sum += loudMaker.get().start;
            sum += arrays.apply(i).length;
        }
    }

    static void generic() {
        BinaryOperator<String> joiner = new Joiner();
        BinaryOperator<String> reference = joiner::apply;
        for (int i = 0; i < TIMES; i++) sum += reference.apply("a", "b").length();
    }

    /** The JDK's own defaults call two of ours. */
    static void composed() {
        Function<Integer, Integer> first = i -> i;
        Function<Integer, Integer> both = first.andThen(Lambdas::leaf);
        for (int i = 0; i < TIMES; i++) sum += both.apply(i);
    }
}
