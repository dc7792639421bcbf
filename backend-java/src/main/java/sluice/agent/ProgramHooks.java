package sluice.agent;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The shutdown hooks of the program. The JVM starts them all beside ours, in no order, and ends when the last of them has: waiting
 * for them delays nobody, and what they call is recorded.
 */
final class ProgramHooks {
    private static final long LOOK_NS = 1_000_000;

    private final Thread ours;
    /** The JVM's own set: it does not change any more once the hooks run. */
    private final Set<Thread> hooks;

    private ProgramHooks(Thread ours, Set<Thread> hooks) {
        this.ours = ours;
        this.hooks = hooks;
    }

    /** @param ours a hook that is registered */
    @SuppressWarnings("unchecked")
    static ProgramHooks besides(Thread ours) {
        try {
            return new ProgramHooks(ours, ((Map<Thread, Thread>) SluiceAccess.shutdownHooks()).keySet());
        } catch (ReflectiveOperationException | RuntimeException otherJdk) {
            return new ProgramHooks(ours, Collections.emptySet());
        }
    }

    /**
     * To be called by our hook. Waits until all others are over, or `noMore` says so.
     * @return how many are not
     */
    int await(long timeoutMs, BooleanSupplier noMore) {
        long startNs = System.nanoTime();
        int running = running();
        while (running > 0 && !noMore.getAsBoolean() && System.nanoTime() - startNs < timeoutMs * 1_000_000) {
            SluiceAccess.park(LOOK_NS);
            running = running();
        }
        return running;
    }

    private int running() {
        int running = 0;
        for (Thread hook : hooks) {
            if (hook != ours && !isOver(hook)) running++;
        }
        return running;
    }

    /** One that has not begun yet is not alive either. */
    private static boolean isOver(Thread hook) {
        try {
            return hook instanceof AgentThread || hook.getState() == Thread.State.TERMINATED;
        } catch (RuntimeException ofTheProgram) {
            return !hook.isAlive(); // it has a getState of its own
        }
    }
}
