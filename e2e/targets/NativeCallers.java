import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.function.Function;
import java.util.stream.Stream;

/** What the JVM or native code of the JDK calls: initialisers, threads, loaders, stack walks, exceptions. */
@SuppressWarnings({"removal", "deprecation"})
public class NativeCallers {
    /** Initialised by Class.forName. */
    static class Named {
        static {
            initialised();
        }

        static void initialised() {}
    }

    /** Initialised by a look-up. */
    static class Ensured {
        static {
            initialised();
        }

        static void initialised() {}
    }

    /** Asked by the JVM. */
    static class Asked extends ClassLoader {
        Asked() {
            super(NativeCallers.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals("NativeCallers$Missing")) return missing(name);
            return super.loadClass(name, resolve);
        }

        Class<?> missing(String name) throws ClassNotFoundException {
            throw new ClassNotFoundException(name);
        }
    }

    static class Entering implements Runnable {
        @Override
        public void run() {
            entered();
        }
    }

    /** Without a stack: Throwable's constructor, left out, calls our method where it would fill it in. */
    static class Quick extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    static class Action implements PrivilegedAction<Integer> {
        @Override
        public Integer run() {
            return 1;
        }
    }

    static class Walking implements Function<Stream<StackWalker.StackFrame>, Long> {
        @Override
        public Long apply(Stream<StackWalker.StackFrame> frames) {
            return frames.limit(1).count();
        }
    }

    static class Copied implements Cloneable {
        @Override
        protected Copied clone() throws CloneNotSupportedException {
            return (Copied) super.clone();
        }
    }

    static final int TIMES = 1000;
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, NativeCallers::root);
    }

    static void root() throws Exception {
        forName();
        ensured();
        asked();
        threads();
        thrown();
        privileged();
        walked();
        accessors();
        sum += new Copied().clone().hashCode() == 0 ? 0 : 1;
    }

    static void forName() throws Exception {
        for (int i = 0; i < TIMES; i++) sum += Class.forName("NativeCallers$Named").getModifiers();
    }

    static void ensured() throws Exception {
        for (int i = 0; i < TIMES; i++) sum += MethodHandles.lookup().ensureInitialized(Ensured.class).getModifiers();
    }

    static void asked() throws Exception {
        Asked loader = new Asked();
        for (int i = 0; i < TIMES; i++) {
            try {
                Class.forName("NativeCallers$Missing", false, loader);
            } catch (ClassNotFoundException e) {
                sum++;
            }
        }
    }

    /** The JVM runs it in a thread that never enters the root: it is no part of the call subgraph. */
    static void threads() throws Exception {
        Thread thread = new Thread(new Entering());
        thread.start();
        thread.join();
    }

    static void entered() {
        sum++;
    }

    static void thrown() {
        for (int i = 0; i < TIMES; i++) {
            try {
                throw new Quick();
            } catch (Quick e) {
                sum++;
            }
        }
    }

    static void privileged() {
        Action action = new Action();
        for (int i = 0; i < TIMES; i++) sum += AccessController.doPrivileged(action);
    }

    /** StackWalker's native code calls back. */
    static void walked() {
        Walking walking = new Walking();
        StackWalker walker = StackWalker.getInstance();
        for (int i = 0; i < TIMES; i++) sum += walker.walk(walking);
    }

    static int accessed() {
        return 1;
    }

    /** New reflective objects each time: JDK 17 never leaves its native accessors. */
    static void accessors() throws Exception {
        for (int i = 0; i < TIMES; i++) {
            Method method = NativeCallers.class.getDeclaredMethod("accessed");
            sum += (int) method.invoke(null);
            Constructor<Action> constructor = Action.class.getDeclaredConstructor();
            sum += constructor.newInstance().run();
        }
    }
}
