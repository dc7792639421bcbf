package sluice.agent;

/**
 * Which threads are within the class-load hook. A class that the hook itself needs would be loaded within the hook,
 * and come to it again. No ThreadLocal: it would leave entries in the program's threads. The lock is held for
 * nanoseconds and nothing is called under it.
 */
final class HookGuard {
    /** When more threads than this load classes at once, the others are let in unguarded. */
    private final long[] inside = new long[64];

    /** @return false when this thread is in the hook already */
    synchronized boolean enter(long threadId) {
        int free = -1;
        for (int i = 0; i < inside.length; i++) {
            if (inside[i] == threadId) return false;
            if (inside[i] == 0) free = i;
        }
        if (free >= 0) inside[free] = threadId;
        return true;
    }

    synchronized void leave(long threadId) {
        for (int i = 0; i < inside.length; i++) {
            if (inside[i] == threadId) inside[i] = 0;
        }
    }
}
