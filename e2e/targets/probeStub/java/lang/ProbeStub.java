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
    public static long made;

    // Written by methods whose exit has overflowed the stack.
    public int missedExits;
    public long limit;
    public int depth;
    public Thread recorded;
    public int chain;

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

    public static int beat;

    public int executed(int bytecodes) {
        return 0;
    }

    public int looped(int bytecodes) {
        return bytecodes;
    }

    public int madeInLoop(int counter, int site) {
        return counter + 1;
    }

    public int tellMade(int counter, int site) {
        made(0, counter, site);
        return 0;
    }

    public int madeInLoop(int counter, int length, int site) {
        return counter + 1;
    }

    public int tellMade(int counter, int length, int site) {
        made(length, counter, site);
        return 0;
    }

    /** Its lengths are of no interest here. */
    public long madeInLoop(long counter, int length, int site, int shape) {
        return counter + 1;
    }

    public long tellMade(long counter, int site) {
        made(0, counter, site);
        return 0;
    }

    public void made(int site) {
        made(0, 1, site);
    }

    public void made(int length, int site) {
        made(length, 1, site);
    }

    public void made(int length, long arrays, int site) {
        if (watched != null && Thread.currentThread() == watched) made += arrays;
    }

    public void madeOf(Class<?> type, int place) {
        made(0, 1, place);
    }

    public void madeOf(Class<?> type, int length, int place) {
        made(length, 1, place);
    }

    /** An array of arrays counts as one here. */
    public void madeNested(Object array, int place) {
        made(0, 1, place);
    }

    public static int textBytes(String text) {
        return text.length();
    }

    public void amount(int amount, int position) {}

    // Constructors. Who waits for whom is known of the watched thread.

    private static int called;
    private static int waiting;
    private static long calledAt;

    public static ProbeStub constructorEntry(int key, int methodId) {
        if (watched == null || Thread.currentThread() != watched) return ONLY;
        ONLY.chain = called == key && calledAt == entries ? waiting : 0;
        return entry(methodId);
    }

    public static ProbeStub rootConstructorEntry(int key, int methodId) {
        return constructorEntry(key, methodId);
    }

    public void initializing(int chain, int key) {
        if (watched == null || Thread.currentThread() != watched) return;
        waiting = chain + 1;
        called = key;
        calledAt = entries;
    }

    public void rootInitializing(int chain, int key) {
        initializing(chain, key);
    }

    public void initialized() {
        if (watched != null && Thread.currentThread() == watched) called = 0;
    }

    public void failed(int chain, int methodId) {
        caught();
        if (watched != null && Thread.currentThread() == watched) open -= 1 + chain;
    }

    public void failed(int methodId) {
        failed(0, methodId);
    }

    public void rootFailed(int methodId) {
        failed(0, methodId);
    }

    public void caught() {
        if (watched == null || Thread.currentThread() != watched) return;
        if (called != 0 && calledAt == entries) open -= waiting;
        called = 0;
    }

    public void rootFailed(int chain, int methodId) {
        failed(chain, methodId);
    }
}
