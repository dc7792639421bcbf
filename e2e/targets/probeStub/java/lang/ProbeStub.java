package java.lang;

/**
 * Stands for the probe class while everything, java.base included, is instrumented: calls nothing but an intrinsic. It
 * counts for one thread, so that a program can see whether its entries and exits balance; until that is named it must
 * not even call Thread.currentThread(), whose native code is registered late.
 */
public final class ProbeStub {
    /** All methods hold this one. */
    private static final ProbeStub ONLY = new ProbeStub();

    /** The thread that is counted; null: none. */
    public static Thread watched;

    public static long entries;
    public static int open;

    // Written by methods whose exit has overflowed the stack.
    public int missedExits;
    public long limit;
    public int depth;
    public Thread recorded;

    private ProbeStub() {}

    public static ProbeStub entry(int methodId) {
        if (watched != null && Thread.currentThread() == watched) {
            entries++;
            open++;
        }
        return ONLY;
    }

    public void exit(int methodId) {
        if (watched != null && Thread.currentThread() == watched) {
            open--;
        }
    }

    public static void gate(int methodId) {}

    public static void count(int methodId) {
        if (watched != null && Thread.currentThread() == watched) entries++;
    }

    public static ProbeStub rootEntry(int methodId) {
        return entry(methodId);
    }

    public void rootExit(int methodId) {
        exit(methodId);
    }
}
