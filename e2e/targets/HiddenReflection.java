import java.beans.EventHandler;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.IntUnaryOperator;

/**
 * Objects that reflect when they are called, made before the root: nothing in the subgraph calls reflection by name. 1,000
 * calls of each.
 */
public class HiddenReflection {
    public static class Person {
        public void greet() {
            greeted();
        }

        static void greeted() {
            sum++;
        }
    }

    static final int TIMES = 1000;
    static final IntUnaryOperator OPERATOR = operator();
    static final Runnable HANDLER = EventHandler.create(Runnable.class, new Person(), "greet");
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, HiddenReflection::root);
    }

    static IntUnaryOperator operator() {
        try {
            MethodHandle handle =
                    MethodHandles.publicLookup()
                            .findStatic(
                                    HiddenReflection.class,
                                    "proxied",
                                    MethodType.methodType(int.class, int.class));
            return MethodHandleProxies.asInterfaceInstance(IntUnaryOperator.class, handle);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static int proxied(int i) {
        return leaf(i);
    }

    static int leaf(int i) {
        return i;
    }

    static void root() {
        proxies();
        handlers();
    }

    static void proxies() {
        for (int i = 0; i < TIMES; i++) sum += OPERATOR.applyAsInt(i);
    }

    static void handlers() {
        for (int i = 0; i < TIMES; i++) HANDLER.run();
    }
}
