import java.util.List;

/** Switches over patterns, and records taken apart: 1,000 times. Needs JDK 21. */
public class Patterns {
    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(Side side) implements Shape {}

    record Side(int length) {}

    enum Colour {
        RED,
        BLUE
    }

    static final int TIMES = 1000;
    static final List<Shape> SHAPES = List.of(new Circle(1), new Square(new Side(2)));
    static final List<Object> TEXTS = List.of("long text", "a");
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Patterns::root);
    }

    static void root() {
        for (int i = 0; i < TIMES; i++) {
            for (Shape shape : SHAPES) sum += area(shape);
            for (Object text : TEXTS) sum += number(text);
        }
        constants();
    }

    /** The guard asks only circles. */
    static int area(Shape shape) {
        return switch (shape) {
            case Circle(int radius) when isSmall(radius) -> 3 * radius;
            case Circle circle -> large();
            case Square(Side(int length)) -> length;
        };
    }

    static boolean isSmall(int radius) {
        return radius == 1;
    }

    static int large() {
        return 100;
    }

    static int number(Object object) {
        return switch (object) {
            case String text when text.length() > 3 -> 1;
            case String text -> 2;
            default -> 3;
        };
    }

    /** Colour is found by name when the switch is linked. */
    static void constants() {
        Object colour = Colour.BLUE;
        for (int i = 0; i < TIMES; i++) {
            sum +=
                    switch (colour) {
                        case Colour.RED -> 1;
                        case Colour.BLUE -> blue();
                        default -> 2;
                    };
        }
    }

    static int blue() {
        return 2;
    }
}
