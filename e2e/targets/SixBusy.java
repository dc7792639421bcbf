/**
 * Six threads at work all the time, in stacks of many shapes, in `odd` and `even` in turn: each "run" goes on to the other one.
 */
public class SixBusy {
    static volatile boolean isOdd;
    static volatile long sum;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 6; i++) {
            Thread thread = new Thread(SixBusy::work, "busy-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        Target.serve(args, () -> isOdd = !isOdd);
    }

    static void work() {
        for (int shape = 0; ; shape++) {
            sum += left(shape & 0xff, 8);
        }
    }

    static long left(int shape, int depth) {
        if (depth == 0) return isOdd ? odd() : even();
        return (shape >> depth - 1 & 1) == 0 ? left(shape, depth - 1) : right(shape, depth - 1);
    }

    static long right(int shape, int depth) {
        if (depth == 0) return isOdd ? odd() : even();
        return (shape >> depth - 1 & 1) == 0 ? left(shape, depth - 1) : right(shape, depth - 1);
    }

    static long odd() {
        return spin(1);
    }

    static long even() {
        return spin(2);
    }

    static long spin(int step) {
        long found = sum;
        for (int i = 0; i < 20_000; i++) found = found * 31 + (i ^ step);
        return found;
    }
}
