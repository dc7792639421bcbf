package sluice.agent;

/**
 * A thread of the agent's: daemon, in the system group, without context class loader and without inherited
 * thread locals, so that it neither keeps the program alive nor anything of it in memory. Never recorded.
 */
abstract class AgentThread extends Thread {
    private static final UncaughtExceptionHandler SILENT = new Silent();

    AgentThread(String name) {
        super(systemGroup(), null, "Sluice " + name, 0, false);
        setDaemon(true);
        setContextClassLoader(null);
        setUncaughtExceptionHandler(SILENT);
    }

    /** What the JVM would print is the program's stderr. */
    private static final class Silent implements UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {}
    }

    @Override
    public abstract void run();

    /** Classes that load on it are the program's, as those that the verifier loads in a swap. */
    boolean loadsForTheProgram() {
        return false;
    }

    /** Waits for the end of the thread; whatever happens, no longer than this. */
    final void joinFor(long timeoutMs) {
        if (this == Thread.currentThread()) return;
        try {
            join(timeoutMs);
        } catch (InterruptedException notByUs) {
            // a program may interrupt any thread it finds; the wait is only for tidiness
        }
    }

    private static ThreadGroup systemGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) group = group.getParent();
        return group;
    }
}
