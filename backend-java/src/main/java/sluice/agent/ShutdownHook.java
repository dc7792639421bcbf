package sluice.agent;

/** Runs when the JVM begins to end, beside the hooks of the program. Removed when the session ends first. */
final class ShutdownHook extends AgentThread {
    private final Session session;
    private String cause = "";

    ShutdownHook(Session session) {
        super("shutdown");
        this.session = session;
    }

    /** By the thread that ends the JVM (java.lang.ApplicationShutdownHooks.runHooks): its frames tell why. */
    @Override
    public void start() {
        try {
            cause = ShutdownCause.ofThisThread();
        } catch (Throwable unknown) {
            // a full heap, or no stack left
        }
        super.start();
    }

    @Override
    public void run() {
        try {
            session.jvmIsEnding(cause);
        } catch (Throwable ignored) {
            // the program's end is not ours to disturb
        }
    }
}
