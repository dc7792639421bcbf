package sluice.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;

/** From a session file to a running session: dial, prove each other, install the probes, map the event file. */
final class Attachment {
    private static final long REFUSAL_MS = 2_000;
    /** What an ending session may take to tidy up before a new one is refused. */
    private static final long TIDY_UP_MS = 3_000;
    private static final String TOO_LATE = "the tool did not prove itself within 5 seconds";

    /** The session of this JVM; there is one at a time. Guarded by the class. */
    private static boolean taken;
    private static String takenBy = "";
    private static Session current;

    private Attachment() {}

    /**
     * @return the running session; null when the tool was told why there is none
     * @throws IOException when there is no tool to talk to, with a sentence that says why
     */
    static Session open(String sessionFilePath, Instrumentation instrumentation, boolean startup) throws IOException {
        SessionFile file;
        try {
            file = SessionFile.read(sessionFilePath);
        } catch (IOException unusable) {
            throw new IOException("the session file cannot be used: " + unusable.getMessage());
        }
        try {
            return open(file, instrumentation, startup);
        } finally {
            file.forgetSecret();
        }
    }

    private static Session open(SessionFile file, Instrumentation instrumentation, boolean startup)
            throws IOException {
        Transport transport = Transport.dial(file.socket);
        Deadline deadline = new Deadline(transport, Protocol.HANDSHAKE_TIMEOUT_MS);
        Session session = null;
        boolean started = false;
        try {
            Handshake handshake = new Handshake(file.secret);
            handshake.proveTool(transport, BuildId.VALUE, ProcessHandle.current().pid());
            String refusal = take(file.toolPid);
            if (refusal == null) {
                try {
                    session = prepare(file, instrumentation, transport);
                } catch (Throwable impossible) {
                    refusal = sentenceOf(impossible);
                    over(null);
                }
            }
            handshake.proveAgent(transport, property("java.version"), property("java.vm.name"), startup, instrumentation);
            if (!deadline.met()) throw new IOException(TOO_LATE);
            if (session == null) {
                refuse(transport, refusal);
                return null;
            }
            session.start();
            started = true;
            return session;
        } catch (IOException failed) {
            throw deadline.met() ? failed : new IOException(TOO_LATE);
        } finally {
            if (!started) {
                transport.close();
                if (session != null) session.abandon();
            }
        }
    }

    private static void refuse(Transport transport, String reason) {
        Deadline deadline = new Deadline(transport, REFUSAL_MS);
        Refusal.send(transport, reason);
        deadline.met();
    }

    /** A session has ended and left nothing behind. */
    static synchronized void over(Session session) {
        if (current == session) {
            current = null;
            taken = false;
            Attachment.class.notifyAll();
        }
    }

    /** @return why the JVM cannot be taken; null when it is ours */
    private static synchronized String take(String toolPid) {
        long deadlineNs = System.nanoTime() + TIDY_UP_MS * 1_000_000;
        while (current != null && current.isEnding() && System.nanoTime() < deadlineNs) {
            try {
                Attachment.class.wait(10);
            } catch (InterruptedException notByUs) {
                break;
            }
        }
        if (taken) return "this JVM is being profiled already, by the Sluice with pid " + takenBy;
        taken = true;
        takenBy = toolPid;
        return null;
    }

    private static Session prepare(SessionFile file, Instrumentation instrumentation, Transport transport)
            throws IOException {
        if (!file.build.equals(BuildId.VALUE)) {
            throw new IllegalStateException("the agent in this JVM is build " + BuildId.VALUE + ", the tool needs build "
                    + file.build + ": restart the program, or use the Sluice that was attached first");
        }
        ProbeInstaller.install(instrumentation);
        AgentClasses.loadAll();
        EventFile eventFile;
        try {
            eventFile = EventFile.map(file.events);
        } catch (IOException unusable) {
            throw new IOException("the event file cannot be mapped: " + unusable.getMessage());
        }
        Session session = new Session(instrumentation, transport, eventFile);
        synchronized (Attachment.class) {
            current = session;
        }
        return session;
    }

    private static String sentenceOf(Throwable thrown) {
        return thrown instanceof IOException || thrown instanceof IllegalStateException
                ? thrown.getMessage()
                : thrown.toString();
    }

    private static String property(String name) {
        return System.getProperty(name, "");
    }
}
