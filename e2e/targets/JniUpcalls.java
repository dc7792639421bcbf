/**
 * A C library calls back 1,000 times, by names that no code of the program calls: a static method, a constructor and a method of the
 * object, one that throws, and one of a class that nothing else loads. Its path is the property "upcalls.library".
 */
public class JniUpcalls {
    static final int TIMES = 1000;
    static int sum;

    static class Item {
        final int value;

        Item(int value) {
            this.value = doubled(value);
        }

        static int doubled(int value) {
            return 2 * value;
        }

        int work(int more) {
            return leaf(value + more);
        }
    }

    static class Late {
        static int late(int number) {
            return leaf(number);
        }
    }

    public static void main(String[] args) throws Exception {
        System.load(System.getProperty("upcalls.library"));
        Target.serve(args, JniUpcalls::root);
    }

    static void root() {
        for (int i = 0; i < TIMES; i++) sum += before(i) + up(i);
    }

    static int before(int number) {
        return number;
    }

    static native int up(int number);

    static int called(int number) {
        return leaf(number);
    }

    static void throwing() {
        throw new IllegalStateException();
    }

    static int leaf(int number) {
        return number + 1;
    }
}
