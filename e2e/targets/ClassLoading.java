import java.net.URL;
import java.net.URLClassLoader;

/** Classes that come while the root runs: by name, an overrider of a method in use, one from a loader of its own. */
public class ClassLoading {
    public abstract static class Plugin {
        public abstract int work(int i);

        public int shared() {
            return 1;
        }
    }

    public static class First extends Plugin {
        @Override
        public int work(int i) {
            return i;
        }
    }

    /** Overrides methods whose callers run since long, and calls one of them. */
    public static class Second extends First {
        @Override
        public int work(int i) {
            return super.work(i) + detail();
        }

        int detail() {
            return 2;
        }
    }

    public static class Foreign extends Plugin {
        @Override
        public int work(int i) {
            return shared();
        }
    }

    /** Defines Foreign itself, again each time, and asks its parent for the rest. */
    static class ForeignLoader extends URLClassLoader {
        ForeignLoader(URL[] classPath) {
            super(classPath, ClassLoading.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals("ClassLoading$Foreign") ? findClass(name) : super.loadClass(name, resolve);
        }
    }

    static ForeignLoader foreignLoader;
    static int sum;

    public static void main(String[] args) throws Exception {
        URL classPath = ClassLoading.class.getProtectionDomain().getCodeSource().getLocation();
        foreignLoader = new ForeignLoader(new URL[] {classPath});
        Target.serve(args, ClassLoading::root);
    }

    static void root() throws Exception {
        use(Class.forName("ClassLoading$First"));
        use(Class.forName("ClassLoading$Second"));
        use(Class.forName("ClassLoading$Foreign", true, foreignLoader));
    }

    static void use(Class<?> kind) throws Exception {
        Plugin plugin = (Plugin) kind.getDeclaredConstructor().newInstance();
        for (int i = 0; i < 10; i++) sum += plugin.work(i);
    }
}
