/** Methods that call nobody and do next to nothing, compiled and interpreted; one of them throws. */
public class Getters {
    private int value;
    private Getters next;

    Getters(int value) {
        this.value = value;
    }

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> root());
    }

    static int root() {
        Getters list = new Getters(1);
        list.setNext(new Getters(2));
        int sum = hot(list) + list.nextValue();
        try {
            return sum + list.next.nextValue();
        } catch (NullPointerException expected) {
            return sum + zero();
        }
    }

    static int hot(Getters list) {
        int sum = 0;
        for (int i = 0; i < 200_000; i++) sum += list.sum();
        return sum;
    }

    int sum() {
        int sum = 0;
        Getters each = this;
        while (true) {
            sum += each.value();
            if (each.isLast()) return sum;
            each = each.next;
        }
    }

    int value() {
        return value;
    }

    boolean isLast() {
        return next == null;
    }

    int nextValue() {
        return next.value;
    }

    void setNext(Getters next) {
        this.next = next;
    }

    static int zero() {
        return 0;
    }
}
