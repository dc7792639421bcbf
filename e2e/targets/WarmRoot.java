import java.io.File;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;

/**
 * A server on paper: more than 10,000 classes are loaded, and a thread calls the root again and again, which calls the same methods each
 * time, and others each fiftieth. "run" resolves after 20,000 further calls, "other" lets the thread end.
 */
public class WarmRoot {
    private static final int FILLERS = 10_000;
    private static final long CALLS = 20_000;
    private static final int RARE = 50;

    /** Loaded again and again, by as many loaders. */
    public static class Filler {}

    interface Shape extends Comparable<Shape> {
        int area();

        @Override
        default int compareTo(Shape other) { return area() - other.area(); }
    }

    static class Round implements Shape {
        @Override public int area() { return tenfold(1); }
    }

    static class Square implements Shape {
        @Override public int area() { return tenfold(2); }
    }

    private static final List<Class<?>> LOADED = new ArrayList<>();
    private static final AtomicLong calls = new AtomicLong();
    private static final Shape[] SHAPES = {new Square(), new Round()};
    private static final Method REFLECTED = reflected();
    private static final MethodHandle HANDLE = handle();
    private static volatile boolean isOver = true;
    private static Thread caller;
    static volatile int sum;

    public static void main(String[] args) throws Exception {
        URL[] place = {new File(WarmRoot.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toURI().toURL()};
        for (int i = 0; i < FILLERS; i++) LOADED.add(Class.forName("WarmRoot$Filler", false, new URLClassLoader(place, null)));
        Target.serve(args, WarmRoot::callOn, WarmRoot::end);
    }

    private static void callOn() throws Exception {
        if (isOver) {
            isOver = false;
            caller = new Thread(WarmRoot::callAgain, "caller");
            caller.start();
        }
        for (long until = calls.get() + CALLS; calls.get() < until; ) Thread.sleep(1);
    }

    private static void end() throws Exception {
        isOver = true;
        caller.join();
    }

    private static void callAgain() {
        while (!isOver) root((int) calls.getAndIncrement());
    }

    static void root(int number) {
        try {
            for (Shape shape : SHAPES) sum += shape.area();
            Arrays.sort(SHAPES.clone());
            IntUnaryOperator lambda = i -> nested(i);
            sum += lambda.applyAsInt(number);
            sum += (Integer) REFLECTED.invoke(null, number);
            sum += (int) HANDLE.invokeExact(number);
            if (number % RARE == 0) rare(number);
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    static int tenfold(int i) { return 10 * i; }

    static int nested(int i) { return deeper(i); }

    static int deeper(int i) { return i & 7; }

    public static int reflected(int i) { return deeper(i); }

    static int handled(int i) { return deeper(i); }

    static void rare(int i) { rarest(i); }

    static void rarest(int i) { sum += i; }

    private static Method reflected() {
        try {
            return WarmRoot.class.getMethod("reflected", int.class);
        } catch (ReflectiveOperationException none) {
            throw new AssertionError(none);
        }
    }

    private static MethodHandle handle() {
        try {
            MethodType intToInt = MethodType.methodType(int.class, int.class);
            return MethodHandles.lookup().findStatic(WarmRoot.class, "handled", intToInt);
        } catch (ReflectiveOperationException none) {
            throw new AssertionError(none);
        }
    }
}
