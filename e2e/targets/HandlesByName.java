import java.io.File;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;

/**
 * A program of more than 200 classes whose method handles call what no constant, property or annotation of it names: the names come from
 * a system property. Beside them stand methods that look as if handles might call them, and none does.
 */
public class HandlesByName {
    public static class Filler {}

    public static class Bean {
        public int getFirst() { return 1; }
        public int getSecond() { return 2; }
        public int getThird() { return 3; }
        public void setFirst(int i) {}
        public void setSecond(int i) {}
        @Deprecated public void old() {}
    }

    static class Base {
        Base() { made(); }
        int chosen(int i) { return leaf(i); }
    }

    interface Doubling {
        default int doubled(int i) { return 2 * i; }
    }

    static class Other extends Base implements Runnable, Doubling {
        @Override int chosen(int i) { return -leaf(i); }
        @Override public void run() { made(); }
        private int hidden(int i) { return i; }

        static MethodHandle above(String name, MethodType type) throws ReflectiveOperationException {
            return MethodHandles.lookup().findSpecial(Base.class, name, type, Other.class);
        }
    }

    static final List<Class<?>> LOADED = new ArrayList<>();
    static final String[] NAMES = System.getProperty("handles.names", "").split(",");
    static MethodHandle before;
    static int sum;

    public static void main(String[] args) throws Exception {
        URL[] place = {new File(HandlesByName.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toURI().toURL()};
        for (int i = 0; i < 250; i++)
            LOADED.add(Class.forName("HandlesByName$Filler", true, new URLClassLoader(place, null)));
        before = MethodHandles.lookup().findStatic(HandlesByName.class, NAMES[0], MethodType.methodType(int.class, int.class));
        sum += new Bean().getFirst();
        Target.serve(args, HandlesByName::root);
    }

    static void root() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodType intToInt = MethodType.methodType(int.class, int.class);
            MethodHandle maker = lookup.findConstructor(Other.class, MethodType.methodType(void.class));
            MethodHandle chosen = lookup.findVirtual(Base.class, NAMES[1], intToInt);
            Base receiver = (Base) maker.invoke();
            IntBinaryOperator bound = MethodHandleProxies.asInterfaceInstance(
                    IntBinaryOperator.class,
                    MethodHandles.dropArguments(lookup.findStatic(HandlesByName.class, NAMES[2], intToInt), 0, int.class));
            // Of an interface of java.base, of a method that is overridden, private, and a default one.
            MethodHandle run = lookup.findVirtual(Runnable.class, "run", MethodType.methodType(void.class));
            MethodHandle above = Other.above(NAMES[1], intToInt);
            MethodHandle hidden = lookup.unreflect(Other.class.getDeclaredMethod(NAMES[3], int.class));
            MethodHandle doubled = lookup.findVirtual(Doubling.class, NAMES[4], intToInt);
            for (int i = 0; i < 10; i++) {
                run.invoke((Runnable) receiver);
                sum += (int) above.invoke((Other) receiver, i) + (int) hidden.invoke((Other) receiver, i);
                sum += (Integer) doubled.invokeWithArguments(receiver, i);
            }
            for (int i = 0; i < 1000; i++) {
                sum += (int) before.invokeExact(i) + (int) chosen.invoke(receiver, i);
                sum += bound.applyAsInt(i, i);
            }
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    static int outside(int i) { return leaf(i); }

    static int bound(int i) { return i; }

    static int leaf(int i) { return i & 7; }

    static void made() {}
}
