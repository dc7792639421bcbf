import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/** Methods and constructors called by reflection, 1,000 times each: past the 15 calls after which JDK 17 makes code for it. */
public class Reflection {
    static class Base {
        int own(int i) {
            return i;
        }
    }

    static class Made extends Base {
        final int value;

        Made() {
            this(make());
        }

        private Made(int value) {
            this.value = value;
        }

        static int make() {
            return 1;
        }

        @Override
        int own(int i) {
            return leaf(i);
        }

        private int hidden() {
            return leaf(value);
        }
    }

    interface Named {
        default int name() {
            return 4;
        }
    }

    static class Nameless implements Named {}

    /** Its method is known to nobody by name. */
    static class Listed {
        static int unnamedStep(int i) {
            return leaf(i);
        }
    }

    static final int TIMES = 1000;
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Reflection::root);
    }

    static void root() throws Exception {
        ofClass();
        chosenByReceiver();
        hidden();
        inherited();
        constructed();
        joinedName(7);
        listed();
        throwing();
    }

    static int leaf(int i) {
        return i;
    }

    static int named(int i) {
        return leaf(i);
    }

    static void ofClass() throws Exception {
        Method method = Reflection.class.getDeclaredMethod("named", int.class);
        for (int i = 0; i < TIMES; i++) sum += (int) method.invoke(null, i);
    }

    /** Found in Base, runs in Made. */
    static void chosenByReceiver() throws Exception {
        Method method = Base.class.getDeclaredMethod("own", int.class);
        Base made = new Made(0);
        for (int i = 0; i < TIMES; i++) sum += (int) method.invoke(made, i);
    }

    static void hidden() throws Exception {
        Method method = Made.class.getDeclaredMethod("hidden");
        Made made = new Made(0);
        for (int i = 0; i < TIMES; i++) sum += (int) method.invoke(made);
    }

    static void inherited() throws Exception {
        Method method = Nameless.class.getMethod("name");
        method.setAccessible(true);
        Nameless nameless = new Nameless();
        for (int i = 0; i < TIMES; i++) sum += (int) method.invoke(nameless);
    }

    static void constructed() throws Exception {
        Constructor<Made> ofInt = Made.class.getDeclaredConstructor(int.class);
        Constructor<Made> ofNothing = Made.class.getDeclaredConstructor();
        for (int i = 0; i < TIMES; i++) {
            sum += ofInt.newInstance(i).value;
            sum += ofNothing.newInstance().value;
            sum += Array.getLength(Array.newInstance(Made.class, 2));
        }
    }

    static int step7(int i) {
        return leaf(i);
    }

    /** The method's name is no constant of the program. */
    static void joinedName(int number) throws Exception {
        Method method = Reflection.class.getDeclaredMethod("step" + number, int.class);
        for (int i = 0; i < TIMES; i++) sum += (int) method.invoke(null, i);
    }

    static void listed() throws Exception {
        for (Method method : Listed.class.getDeclaredMethods()) {
            for (int i = 0; i < TIMES; i++) sum += (int) method.invoke(null, i);
        }
    }

    static void fail() {
        throw new IllegalStateException();
    }

    static void caught() {
        sum++;
    }

    static void throwing() throws Exception {
        Method method = Reflection.class.getDeclaredMethod("fail");
        for (int i = 0; i < TIMES; i++) {
            try {
                method.invoke(null);
            } catch (ReflectiveOperationException e) {
                caught();
            }
        }
    }
}
