import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.IntUnaryOperator;

/** Proxies of a JDK interface, a public and a package-private one of ours, made before the root and in it: 1,000 calls each. */
public class Proxies {
    public interface Greeter {
        int greet(int i);

        default int twice(int i) {
            return 2 * greet(i);
        }
    }

    interface Secret {
        int tell(int i);
    }

    static class Person implements Greeter, Secret {
        @Override
        public int greet(int i) {
            return i;
        }

        @Override
        public int tell(int i) {
            return -i;
        }
    }

    /** Answers itself. */
    static class Answering implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.isDefault()) return InvocationHandler.invokeDefault(proxy, method, arguments);
            return answer();
        }

        Object answer() {
            return 1;
        }
    }

    /** Lets a person answer, by reflection. */
    static class Delegating implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            return method.invoke(PERSON, arguments);
        }
    }

    static final int TIMES = 1000;
    static final Person PERSON = new Person();
    static final Greeter MADE_BEFORE = proxy(Greeter.class, new Answering());
    static final Secret SECRET_MADE_BEFORE = proxy(Secret.class, new Answering());
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Proxies::root);
    }

    static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    static void root() {
        ofJdkInterface();
        madeBefore();
        secret();
        delegating();
        defaults();
        objectMethods();
    }

    static void ofJdkInterface() {
        IntUnaryOperator operator = proxy(IntUnaryOperator.class, new Answering());
        for (int i = 0; i < TIMES; i++) sum += operator.applyAsInt(i);
    }

    static void madeBefore() {
        for (int i = 0; i < TIMES; i++) sum += MADE_BEFORE.greet(i);
    }

    static void secret() {
        for (int i = 0; i < TIMES; i++) sum += SECRET_MADE_BEFORE.tell(i);
    }

    static void delegating() {
        Greeter greeter = proxy(Greeter.class, new Delegating());
        for (int i = 0; i < TIMES; i++) sum += greeter.greet(i);
    }

    /** The handler is asked for twice, and within it for greet. */
    static void defaults() {
        for (int i = 0; i < TIMES; i++) sum += MADE_BEFORE.twice(i);
    }

    static void objectMethods() {
        for (int i = 0; i < TIMES; i++) sum += MADE_BEFORE.hashCode();
    }
}
