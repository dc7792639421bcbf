/** Interfaces with default and static methods, two levels of overriding, abstract methods, super calls, a bridge. */
public class Polymorphism {
    interface Shape {
        int area();

        default int doubled() {
            return 2 * area();
        }

        static Shape small() {
            return new Square();
        }
    }

    static class Square implements Shape {
        public int area() {
            return side() * side();
        }

        int side() {
            return 2;
        }
    }

    static class BigSquare extends Square {
        @Override
        int side() {
            return 20;
        }
    }

    abstract static class Round implements Shape {
        public int area() {
            return 3 * radius() * radius();
        }

        abstract int radius();
    }

    static class Circle extends Round implements Comparable<Circle> {
        int radius() {
            return 1;
        }

        @Override
        public int doubled() {
            return 2 * super.area();
        }

        public int compareTo(Circle other) {
            return 0;
        }
    }

    /** Four squares, three big squares, five circles, made before the root is entered. */
    private static final Shape[] SHAPES = {
        new Square(), new BigSquare(), new Circle(), new Circle(), new Square(), new BigSquare(),
        new Circle(), new Square(), new BigSquare(), new Circle(), new Square(), new Circle(),
    };

    private static final Comparable<Circle> COMPARABLE = new Circle();
    private static final Circle OTHER = new Circle();

    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Polymorphism::root);
    }

    static void root() {
        for (Shape shape : SHAPES) sum += shape.doubled();
        for (int i = 0; i < 3; i++) sum += COMPARABLE.compareTo(OTHER);
        sum += Shape.small().hashCode();
    }
}
