import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import sun.misc.Unsafe;

/** What is made without an instruction: each way by a method of its own, so many times. */
public class Unmade {
    static Object keep;
    static long sum;

    /** An object of 12 + 4 + 8 = 24 bytes. */
    public static class Thing implements Cloneable, Serializable {
        private static final long serialVersionUID = 1;
        int number;
        long other;

        public Thing() {}

        @Override
        public Thing clone() {
            try {
                return (Thing) super.clone();
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    /** 32 bytes, made by its superclass's clone(). */
    static class Larger extends Thing {
        private static final long serialVersionUID = 1;
        long more;
    }

    enum Colour { RED, GREEN, BLUE }

    public static void main(String[] args) throws Exception {
        Target.serve(args, Unmade::root);
    }

    static void root() {
        try {
            all();
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static void all() throws Throwable {
        clones();
        arrayClones();
        values();
        reflective();
        reflectiveClass();
        arrays();
        copies();
        deserialized();
        unsafe();
        handles();
        boxes();
        concatenated("some text", 7);
        lambdas(5);
        references("text");
        implicit(null);
        constants();
    }

    static void clones() {
        Thing thing = new Thing();
        Thing larger = new Larger();
        for (int i = 0; i < 20; i++) keep = thing.clone();
        for (int i = 0; i < 3; i++) keep = larger.clone();
    }

    static void arrayClones() {
        int[] numbers = new int[8];
        Object words = new String[][] {{"a"}, {"b", "c"}};
        for (int i = 0; i < 5; i++) keep = numbers.clone();
        keep = ((Object[]) words).clone();
        keep = new boolean[0].clone();
    }

    static void values() {
        for (Colour colour : Colour.values()) sum += colour.ordinal();
    }

    static void reflective() throws ReflectiveOperationException {
        for (int i = 0; i < 30; i++) keep = Thing.class.getConstructor().newInstance();
    }

    @SuppressWarnings("deprecation")
    static void reflectiveClass() throws ReflectiveOperationException {
        for (int i = 0; i < 4; i++) keep = Thing.class.newInstance();
    }

    static void arrays() {
        for (int i = 0; i < 6; i++) keep = Array.newInstance(i < 3 ? int.class : Thing.class, i);
        keep = Array.newInstance(long.class, 2, 3);
        try {
            keep = Array.newInstance(int.class, -1);
        } catch (NegativeArraySizeException none) {
            sum++;
        }
    }

    static void copies() {
        keep = Arrays.copyOf(new byte[3], 100);
        keep = Arrays.copyOfRange(new char[9], 2, 5);
        keep = Arrays.copyOf(new Thing[1], 10);
        List<String> list = new ArrayList<>(List.of("x"));
        keep = list.toArray(new String[0]);
    }

    static void deserialized() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Thing());
        }
        for (int i = 0; i < 2; i++) {
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                keep = in.readObject();
            }
        }
    }

    static void unsafe() throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        for (int i = 0; i < 3; i++) keep = unsafe.allocateInstance(Thing.class);
    }

    static void handles() throws Throwable {
        MethodHandle maker = MethodHandles.lookup().findConstructor(Thing.class, MethodType.methodType(void.class));
        for (int i = 0; i < 7; i++) keep = (Thing) maker.invokeExact();
    }

    static void boxes() {
        for (int i = 100; i < 200; i++) keep = i;
    }

    static void concatenated(String text, int number) {
        for (int i = 0; i < 10; i++) keep = text + "-" + number;
        keep = text + "\u20ac";
        keep = "" + text;
    }

    static void lambdas(int from) {
        for (int i = 0; i < 8; i++) {
            int n = i;
            IntSupplier capturing = () -> n + from;
            IntSupplier other = () -> 1;
            sum += capturing.getAsInt() + other.getAsInt();
        }
    }

    static void references(String text) {
        for (int i = 0; i < 9; i++) {
            Supplier<Object> bound = text::length;
            Supplier<Object> free = Object::new;
            keep = bound;
            sum += free.hashCode();
        }
    }

    static void implicit(int[] none) {
        for (int i = 0; i < 5; i++) {
            try {
                sum += none.length;
            } catch (NullPointerException thrown) {
                sum++;
            }
        }
    }

    static void constants() {
        for (int i = 0; i < 5; i++) keep = i % 2 == 0 ? "a constant" : Thing.class;
    }
}
