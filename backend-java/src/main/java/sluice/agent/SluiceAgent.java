package sluice.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;

/**
 * Where the JVM comes in. The only option is the path of a session file. No exception leaves: out of premain it would
 * end the program, out of agentmain it would be printed. stdout is never written to, stderr gets one line at most,
 * and only when there is no tool to tell.
 */
public final class SluiceAgent {
    private SluiceAgent() {}

    /** -javaagent: the program's main method waits until the tool lets it go. */
    public static void premain(String options, Instrumentation instrumentation) {
        try {
            Session session = Attachment.open(String.valueOf(options), instrumentation, true);
            String problem = session == null ? null : session.awaitResume();
            if (problem != null) tell("the program starts unprofiled: " + problem);
        } catch (Throwable failed) {
            tell("the program starts unprofiled: " + sentenceOf(failed));
        }
    }

    /** Attach to a running program. */
    public static void agentmain(String options, Instrumentation instrumentation) {
        try {
            Attachment.open(String.valueOf(options), instrumentation, false);
        } catch (Throwable failed) {
            tell("not attached: " + sentenceOf(failed));
        }
    }

    private static void tell(String line) {
        System.err.println("Sluice: " + line);
    }

    private static String sentenceOf(Throwable failed) {
        return failed instanceof IOException ? failed.getMessage() : failed.toString();
    }
}
