package java.lang;

/**
 * What probes call that were in the code which the JVM, or another agent, hands out for that of the program: the Flight Recorder keeps
 * the code of event classes as agents have left it. Such probes may be of an earlier recording or another session, whose ids meant
 * something else, so the rewriter lets them call this class (disarmProbes.ts): it has whatever instrumented code calls of SluiceProbe,
 * SluiceLive, SluiceRequests and SluiceRegion, and none of it does anything. Compiled, nothing of the calls is left.
 */
public final class SluiceStale {
    private static final SluiceStale NONE = new SluiceStale();

    // Written by handlers of an overflow, and read by nobody.
    public static int beat;
    public static int missedPasses;
    public int missedExits;
    public long limit;
    public int depth;
    public int chain;
    public Thread recorded;

    private SluiceStale() {}

    // Entries, exits and what is around them.

    public static SluiceStale entry(int id) {
        return NONE;
    }

    public static SluiceStale rootEntry(int id) {
        return NONE;
    }

    public static SluiceStale rootEntry(int request, int id) {
        return NONE;
    }

    public static SluiceStale constructorEntry(int key, int id) {
        return NONE;
    }

    public static SluiceStale rootConstructorEntry(int key, int id) {
        return NONE;
    }

    public static SluiceStale rootConstructorEntry(int request, int key, int id) {
        return NONE;
    }

    public static void count(int id) {}

    public void exit(int id) {}

    public void exit(int id, long executed) {}

    public void rootExit(int id) {}

    public void rootExit(int id, long executed) {}

    public void failed(int id) {}

    public void failed(int chain, int id) {}

    public void failed(int id, long executed) {}

    public void failed(int chain, int id, long executed) {}

    public void rootFailed(int id) {}

    public void rootFailed(int chain, int id) {}

    public void rootFailed(int id, long executed) {}

    public void rootFailed(int chain, int id, long executed) {}

    public void initializing(int chain, int key) {}

    public void rootInitializing(int chain, int key) {}

    public void initialized() {}

    public void caught() {}

    // Gates and hooks.

    public static void gate(int id) {}

    public static void witness(int id) {}

    public static void rootWitness(int id) {}

    public static void making(int id) {}

    public static void allocating(Class<?> type) {}

    public static void starting(Thread child) {}

    public static void reflecting(Object executable) {}

    public static void handling(Object handle) {}

    // Counters: what they answer is what the method's own variable is from then on.

    public int executed(int counter) {
        return counter;
    }

    public int looped(int counter) {
        return counter;
    }

    public void amount(int amount, int position) {}

    public void made(int site) {}

    public void made(int length, int site) {}

    public void made(int length, long arrays, int site) {}

    public void madeOf(Class<?> type, int place) {}

    public void madeOf(Class<?> type, int length, int place) {}

    public void madeNested(Object array, int place) {}

    public static int textBytes(String text) {
        return 0;
    }

    public int madeInLoop(int counter, int site) {
        return counter;
    }

    public int madeInLoop(int counter, int length, int site) {
        return counter;
    }

    public long madeInLoop(long counter, int length, int site, int shape) {
        return counter;
    }

    public int tellMade(int counter, int site) {
        return counter;
    }

    public int tellMade(int counter, int length, int site) {
        return counter;
    }

    public long tellMade(long counter, int site) {
        return counter;
    }

    // SluiceLive.

    public static void sampled(Object made, SluiceStale probe, int site) {}

    public static void sampled(Object made, int length, SluiceStale probe, int site) {}

    public static void sampledBelow(Object made, SluiceStale probe, int site, int level) {}

    public static void tracked(Object made, SluiceStale probe, int site) {}

    public static void trackedBelow(Object made, SluiceStale probe, int site, int level) {}

    // SluiceRequests.

    public static int when(int request, long value, long literal, int operator) {
        return request;
    }

    public static int when(int request, double value, double literal, int operator) {
        return request;
    }

    public static int when(int request, Object value, long literal, int operator) {
        return request;
    }

    public static int when(int request, Object value, double literal, int operator) {
        return request;
    }

    public static int when(int request, Object value, String literal, int operator) {
        return request;
    }

    public static int split(int request, long value, int kind) {
        return request;
    }

    public static int split(int request, double value) {
        return request;
    }

    public static int split(int request, Object value) {
        return request;
    }

    public static int splitByThread(int request) {
        return request;
    }

    // SluiceRegion.

    public static long enter(long startNs) {
        return startNs;
    }

    public static long leave(long startNs, int id) {
        return startNs;
    }
}
