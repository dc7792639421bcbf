import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Objects that code of the JDK or a hidden class makes: a class for each way, whose constructor counts. */
public class Makers {
    static final Map<String, Integer> made = new TreeMap<>();
    static Object keep;

    static class Counted {
        Counted() { made.merge(getClass().getSimpleName(), 1, Integer::sum); }
    }

    static class Supplied extends Counted {}
    static class Mapped extends Counted { Mapped(int i) {} }
    static class Hidden extends Counted { private Hidden(String a, Object b) {} }
    static class Bridged extends Counted { Bridged(Integer boxed) {} }
    static class Below extends Counted { final Supplied supplied = SUPPLIER.get(); }
    static class Found extends Counted { Found(long wide) {} }
    static class Unreflected extends Counted {}
    static class Listed extends Counted { Listed(Object... more) {} }
    static class Linked extends Counted { Linked() {} }
    static class Reflected extends Counted { public Reflected() {} }
    static class Served extends Counted { Served() {} }
    public static class Read extends Counted implements Externalizable {
        public Read() {}
        @Override public void writeExternal(ObjectOutput out) {}
        @Override public void readExternal(ObjectInput in) {}
    }
    static class Throwing extends Counted {
        Throwing(boolean bad) { if (bad) throw new IllegalStateException("bad"); }
    }

    static final Supplier<Supplied> SUPPLIER = Supplied::new;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Makers::root);
    }

    static void root() {
        made.clear();
        try {
            references();
            handles();
            reflection();
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
        System.out.println("MADE " + made);
    }

    static void references() {
        Supplier<Supplied> supplier = Supplied::new;
        for (int i = 0; i < 1000; i++) keep = supplier.get();
        keep = IntStream.range(0, 200).mapToObj(Mapped::new).toArray(Mapped[]::new);
        BiFunction<String, Object, Hidden> hidden = Hidden::new;
        for (int i = 0; i < 30; i++) keep = hidden.apply("a", i);
        IntFunction<Bridged> bridged = Bridged::new;
        for (int i = 0; i < 40; i++) keep = bridged.apply(i);
        Supplier<Below> below = Below::new;
        for (int i = 0; i < 5; i++) keep = below.get();
        Function<Boolean, Throwing> throwing = Throwing::new;
        for (int i = 0; i < 6; i++) {
            try {
                keep = throwing.apply(i % 2 == 0);
            } catch (IllegalStateException bad) {
                keep = bad;
            }
        }
        Supplier<List<String>> lists = ArrayList::new;
        for (int i = 0; i < 17; i++) keep = lists.get();
    }

    static void handles() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle found = lookup.findConstructor(Found.class, MethodType.methodType(void.class, long.class));
        for (int i = 0; i < 300; i++) keep = (Found) found.invokeExact((long) i);
        MethodHandle unreflected = lookup.unreflectConstructor(Unreflected.class.getDeclaredConstructor());
        for (int i = 0; i < 50; i++) keep = unreflected.asType(MethodType.methodType(Object.class)).invoke();
        MethodHandle listed = lookup.findConstructor(Listed.class, MethodType.methodType(void.class, Object[].class));
        for (int i = 0; i < 60; i++) keep = listed.invokeWithArguments(i, "more");
        MethodHandle linked = lookup.findConstructor(Linked.class, MethodType.methodType(void.class));
        @SuppressWarnings("unchecked")
        Supplier<Object> byHand = (Supplier<Object>) LambdaMetafactory.metafactory(
                lookup, "get", MethodType.methodType(Supplier.class), MethodType.methodType(Object.class), linked, MethodType.methodType(Linked.class))
            .getTarget().invoke();
        for (int i = 0; i < 70; i++) keep = byHand.get();
    }

    @SuppressWarnings("deprecation")
    static void reflection() throws Exception {
        Constructor<Reflected> constructor = Reflected.class.getDeclaredConstructor();
        for (int i = 0; i < 80; i++) keep = constructor.newInstance();
        for (int i = 0; i < 9; i++) keep = Served.class.newInstance();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Read());
        }
        for (int i = 0; i < 25; i++) {
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                keep = in.readObject();
            }
        }
    }
}
