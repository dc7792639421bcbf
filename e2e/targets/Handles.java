import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** Method handles and variable handles of every kind, made before the root and in it, each used 1,000 times. */
public class Handles {
    static class Counter {
        static {
            initialised();
        }

        int value;

        Counter(int value) {
            this.value = value;
        }

        int add(int i) {
            return value + i;
        }

        static void initialised() {}
    }

    static class Loud extends Counter {
        Loud() {
            super(1);
        }

        @Override
        int add(int i) {
            return -i;
        }
    }

    /** Initialised by the variable handle of its field: when it is made (JDK 17) or first used (JDK 25). */
    static class Lazy {
        static int value = compute();

        static int compute() {
            return 3;
        }
    }

    static final int TIMES = 1000;
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    static final MethodType INT_INT = MethodType.methodType(int.class, int.class);
    static final MethodHandle MADE_BEFORE = find("before");
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> root());
    }

    static MethodHandle find(String name) {
        try {
            return LOOKUP.findStatic(Handles.class, name, INT_INT);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void root() throws Exception {
        try {
            madeBefore();
            found();
            chosenByReceiver();
            unreflected();
            combined();
            variables();
        } catch (Exception e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static int before(int i) {
        return leaf(i);
    }

    static int foundStatic(int i) {
        return leaf(i);
    }

    static int leaf(int i) {
        return i;
    }

    static void madeBefore() throws Throwable {
        for (int i = 0; i < TIMES; i++) sum += (int) MADE_BEFORE.invokeExact(i);
    }

    static void found() throws Throwable {
        MethodHandle handle = find("foundStatic");
        for (int i = 0; i < TIMES; i++) sum += (int) handle.invokeExact(i);
        for (int i = 0; i < TIMES; i++) sum += (Integer) handle.invokeWithArguments(i);
    }

    /** The constructor is found by reflection, the method by the receiver's class. */
    static void chosenByReceiver() throws Throwable {
        MethodHandle make =
                LOOKUP.findConstructor(Counter.class, MethodType.methodType(void.class, int.class));
        MethodHandle add = LOOKUP.findVirtual(Counter.class, "add", INT_INT);
        Loud loud = new Loud();
        for (int i = 0; i < TIMES; i++) {
            Counter counter = (Counter) make.invokeExact(i);
            sum += (int) add.invokeExact(counter, i);
            sum += (int) add.invoke(loud, i);
        }
    }

    static int unreflectedStatic(int i) {
        return leaf(i);
    }

    static void unreflected() throws Throwable {
        MethodHandle handle =
                LOOKUP.unreflect(Handles.class.getDeclaredMethod("unreflectedStatic", int.class));
        for (int i = 0; i < TIMES; i++) sum += (int) handle.invokeExact(i);
    }

    static boolean test(int i) {
        return i % 2 == 0;
    }

    static int even(int i) {
        return i;
    }

    static int odd(int i) {
        return i;
    }

    static int after(int i) {
        return i;
    }

    /** test of all, even of one half, odd of the other, after of all. */
    static void combined() throws Throwable {
        MethodHandle test = LOOKUP.findStatic(Handles.class, "test", MethodType.methodType(boolean.class, int.class));
        MethodHandle branch = MethodHandles.guardWithTest(test, find("even"), find("odd"));
        MethodHandle all = MethodHandles.filterReturnValue(branch, find("after"));
        for (int i = 0; i < TIMES; i++) sum += (int) all.invokeExact(i);
    }

    /** Reading and writing calls nothing but the class initialiser. */
    static void variables() throws Throwable {
        VarHandle value = LOOKUP.findVarHandle(Counter.class, "value", int.class);
        VarHandle lazy = LOOKUP.findStaticVarHandle(Lazy.class, "value", int.class);
        Counter counter = new Counter(0);
        for (int i = 0; i < TIMES; i++) {
            value.setVolatile(counter, i);
            sum += (int) value.getAndAdd(counter, 1);
            sum += (int) lazy.get();
        }
    }
}
