package sluice.agent;

/**
 * What the agent's threads do where the program has filled the heap: they wait until there is room, and try again what they
 * were at. They hold nothing meanwhile that the program needs. A thread that gave up would leave probes that nobody takes out.
 */
final class FullHeap {
    /** Each vain try costs the program a collection or two. */
    private static final long RETRY_NS = 50_000_000;

    private FullHeap() {}

    /** To be called in the handler of an OutOfMemoryError. Allocates nothing, throws nothing. */
    static void await() {
        SluiceAccess.park(RETRY_NS);
    }

    /** As new byte[]. */
    static byte[] bytes(int count) {
        while (true) {
            try {
                return new byte[count];
            } catch (OutOfMemoryError full) {
                await();
            }
        }
    }
}
