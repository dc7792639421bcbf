package sluice.agent;

/** Runs when the JVM begins to end, beside the hooks of the program. Removed when the session ends first. */
final class ShutdownHook extends AgentThread {
    private final Session session;

    ShutdownHook(Session session) {
        super("shutdown");
        this.session = session;
    }

    @Override
    public void run() {
        try {
            session.jvmIsEnding();
        } catch (Throwable ignored) {
            // the program's end is not ours to disturb
        }
    }
}
