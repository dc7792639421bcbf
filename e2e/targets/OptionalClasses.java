import java.net.URL;
import java.net.URLClassLoader;

/** Classes that do without an optional one, which a test has taken from the class path: loaded, and never linked. */
public class OptionalClasses {
    public static class Base {}

    public static class Missing extends Base {}

    public interface Maker {
        Base make();

        Base makeMore();
    }

    public static class Usual implements Maker {
        @Override
        public Base make() {
            return new Base();
        }

        @Override
        public Base makeMore() {
            return make();
        }
    }

    /** Loaded before the recording, by two class loaders. */
    public static class Early implements Maker {
        @Override
        public Base make() {
            return new Missing();
        }

        @Override
        public Base makeMore() {
            return new Missing();
        }
    }

    /** Comes while it is recorded. */
    public static class Late extends Early {
        @Override
        public Base make() {
            return new Missing();
        }
    }

    /** The same, and its initialiser fails. */
    public static class Failed extends Usual {
        static final int NUMBER = Integer.parseInt("none");

        @Override
        public Base make() {
            return makeMore();
        }
    }

    /** Loads one class itself. */
    static final class Other extends URLClassLoader {
        Other() {
            super(new URL[] {OptionalClasses.class.getProtectionDomain().getCodeSource().getLocation()});
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("OptionalClasses$Early")) return super.loadClass(name, resolve);
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    static int made;
    static int turn;

    public static void main(String[] args) throws Exception {
        ClassLoader loader = OptionalClasses.class.getClassLoader();
        Class.forName("OptionalClasses$Early", false, loader);
        Class.forName("OptionalClasses$Early", false, new Other());
        Target.serve(args, () -> root(new Usual()));
    }

    static void root(Maker maker) throws Exception {
        if (maker.make() != null) made++;
        if (turn == 1) more(maker);
        if (turn == 2) late();
        turn++;
    }

    static void more(Maker maker) {
        if (maker.makeMore() != null) made++;
    }

    static void late() throws Exception {
        Class.forName("OptionalClasses$Late", false, OptionalClasses.class.getClassLoader());
        try {
            Class.forName("OptionalClasses$Failed");
            throw new IllegalStateException("it was initialised");
        } catch (ExceptionInInitializerError wanted) {
            made++;
        }
    }
}
