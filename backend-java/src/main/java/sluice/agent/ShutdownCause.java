package sluice.agent;

/**
 * Why a JVM shuts down, by the frames of the thread that runs its hooks. java.lang.Shutdown has two entries: exit, for Runtime.exit and
 * java.lang.Terminator (SIGHUP, SIGINT, SIGTERM), and shutdown, for DestroyJavaVM when the last thread that is no daemon has ended.
 */
final class ShutdownCause {
    private ShutdownCause() {}

    /** @return a clause; "" when the frames tell none */
    static String ofThisThread() {
        StackTraceElement[] frames = new Throwable().getStackTrace();
        for (int i = 0; i < frames.length; i++) {
            String method = nameOf(frames[i]);
            if (method.equals("java.lang.Shutdown.shutdown")) return "its last thread ended";
            if (method.startsWith("java.lang.Terminator$")) return signalOf(Thread.currentThread().getName()) + " came";
            if (method.equals("java.lang.Runtime.exit")) return calledBy(frames, i + 1);
        }
        return "";
    }

    private static String calledBy(StackTraceElement[] frames, int from) {
        int i = from;
        while (i < frames.length && nameOf(frames[i]).equals("java.lang.System.exit")) i++;
        return i == frames.length ? "System.exit was called" : "System.exit was called by " + nameOf(frames[i]);
    }

    private static String nameOf(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName();
    }

    /** jdk.internal.misc.Signal.dispatch names its thread so: "SIGTERM handler". */
    private static String signalOf(String thread) {
        int blank = thread.indexOf(' ');
        return blank < 0 ? thread : thread.substring(0, blank);
    }
}
