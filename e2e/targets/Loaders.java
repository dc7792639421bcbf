import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntUnaryOperator;

/**
 * One class name defined by two loaders, and a line of classes each of a loader of its own: some are defined before the
 * root, some in it. Everything is called 1,000 times on each.
 */
public class Loaders {
    /** Of the application's loader. */
    public static class Upper {
        public int inherited(int i) {
            return overridden(i);
        }

        public int overridden(int i) {
            return i;
        }
    }

    /** Of a loader of its own, below the application's. */
    public static class Middle extends Upper {
        @Override
        public int overridden(int i) {
            return middle(i);
        }

        public int middle(int i) {
            return i;
        }
    }

    /** Of a third loader, below that of Middle. */
    public static class Lower extends Middle {
        @Override
        public int middle(int i) {
            return super.middle(i);
        }
    }

    /** Defined by two loaders: two classes of one name. */
    public static class Twice implements IntUnaryOperator {
        static {
            initialised();
        }

        @Override
        public int applyAsInt(int i) {
            return leaf(i);
        }

        static void initialised() {}

        static int leaf(int i) {
            return i;
        }
    }

    static class Definer extends ClassLoader {
        Definer(ClassLoader parent) {
            super(parent);
        }

        Object make(String name) throws Exception {
            try (InputStream file = Loaders.class.getResourceAsStream(name + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length).getDeclaredConstructor().newInstance();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static final int TIMES = 1000;
    static IntUnaryOperator twiceBefore;
    static Definer middleBefore;
    static Upper middle;
    static int sum;

    public static void main(String[] args) throws Exception {
        ClassLoader application = Loaders.class.getClassLoader();
        twiceBefore = (IntUnaryOperator) new Definer(application).make("Loaders$Twice");
        middleBefore = new Definer(application);
        middle = (Upper) middleBefore.make("Loaders$Middle");
        Target.serve(args, Loaders::root);
    }

    static void root() throws Exception {
        before();
        second();
        lower();
        otherLine();
    }

    static void call(Upper object) {
        for (int i = 0; i < TIMES; i++) sum += object.inherited(i);
    }

    static void before() {
        for (int i = 0; i < TIMES; i++) sum += twiceBefore.applyAsInt(i);
        call(middle);
    }

    /** A second Twice. */
    static void second() throws Exception {
        IntUnaryOperator twice = (IntUnaryOperator) new Definer(Loaders.class.getClassLoader()).make("Loaders$Twice");
        for (int i = 0; i < TIMES; i++) sum += twice.applyAsInt(i);
    }

    /** Extends the Middle that is there. */
    static void lower() throws Exception {
        call((Upper) new Definer(middleBefore).make("Loaders$Lower"));
    }

    /** A second Middle, and a Lower of it. */
    static void otherLine() throws Exception {
        Definer definer = new Definer(Loaders.class.getClassLoader());
        call((Upper) definer.make("Loaders$Middle"));
        call((Upper) new Definer(definer).make("Loaders$Lower"));
    }
}
