import java.util.function.Supplier;

/** Default, static and private methods of interfaces, interfaces' initialisers, and bridges. Each 1,000 times. */
public class InterfaceMethods {
    interface Shape {
        /** Initialises the interface when a class that implements it is: it has a default method. */
        Object INITIALISED = initialised();

        static Object initialised() {
            return "";
        }

        int side();

        default int area() {
            return square(side());
        }

        private int square(int i) {
            return times(i, i);
        }

        private static int times(int a, int b) {
            return a * b;
        }
    }

    /** No default method: initialised only when a field of it is read. */
    interface Unit {
        int LENGTH = length();

        static int length() {
            return 4;
        }
    }

    static class Square implements Shape {
        @Override
        public int side() {
            return 2;
        }
    }

    interface Left {
        default int which() {
            return 1;
        }
    }

    interface Right {
        default int which() {
            return 2;
        }
    }

    static class Both implements Left, Right {
        @Override
        public int which() {
            return Left.super.which() + Right.super.which();
        }
    }

    /** A default that a default overrides. */
    interface LowerLeft extends Left {
        @Override
        default int which() {
            return 3;
        }
    }

    static class Inheriting implements Left, LowerLeft {}

    /** Answers for an interface that it does not implement. */
    static class Answering {
        public int answer() {
            return 42;
        }
    }

    interface Question {
        int answer();
    }

    static class Answered extends Answering implements Question {}

    /** Supplier.get() Object has a bridge to get() String. */
    static class Text implements Supplier<String> {
        @Override
        public String get() {
            return "text";
        }
    }

    static class Base {
        Object copy() {
            return this;
        }
    }

    /** copy() Object has a bridge to copy() Covariant. */
    static class Covariant extends Base {
        @Override
        Covariant copy() {
            return this;
        }
    }

    /** Public methods of a class that is not: Visible has bridges for them. */
    static class Hidden {
        public int visible() {
            return 1;
        }
    }

    public static class Visible extends Hidden {}

    static final int TIMES = 1000;
    static final Question QUESTION = new Answered();
    static final Supplier<String> TEXT = new Text();
    static final Base COVARIANT = new Covariant();
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, InterfaceMethods::root);
    }

    static void root() {
        defaults();
        conflicts();
        inherited();
        bridges();
        sum += Unit.LENGTH;
    }

    static void defaults() {
        Shape shape = new Square();
        for (int i = 0; i < TIMES; i++) sum += shape.area();
    }

    static void conflicts() {
        Left both = new Both();
        Left inheriting = new Inheriting();
        for (int i = 0; i < TIMES; i++) sum += both.which() + inheriting.which();
    }

    static void inherited() {
        for (int i = 0; i < TIMES; i++) sum += QUESTION.answer();
    }

    static void bridges() {
        Visible visible = new Visible();
        for (int i = 0; i < TIMES; i++) {
            sum += TEXT.get().length();
            sum += COVARIANT.copy().hashCode();
            sum += visible.visible();
        }
    }
}
