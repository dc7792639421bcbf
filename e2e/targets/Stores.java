/** Stores into arrays: e2e/window/addedMeasure.spec.ts has how many there are. */
public class Stores {
    static final int[] kept = new int[3];

    public static void main(String[] args) throws Exception {
        Target.serve(args, Stores::root, Stores::none);
    }

    static void root() {
        fill(10);
        fill(5);
        names();
        refused();
        for (int i = 0; i < 3; i++) keep(i);
    }

    static int fill(int n) {
        int[] filled = new int[n];
        for (int i = 0; i < n; i++) filled[i] = i;
        return filled.length;
    }

    static int names() {
        return new String[] {"one", "two"}.length;
    }

    /** An array that refuses what is put into it. */
    static boolean refused() {
        Object[] texts = new String[1];
        try {
            texts[0] = 1;
            return false;
        } catch (ArrayStoreException e) {
            return true;
        }
    }

    static void none() {}

    static void keep(int i) {
        kept[i] = i;
    }
}
