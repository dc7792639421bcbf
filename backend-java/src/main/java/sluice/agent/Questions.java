package sluice.agent;

import java.util.HashMap;

/**
 * What the agent has asked the tool. The asking thread, often one of the program's that is loading a class, naps
 * until the answer is there or its time is up; it holds no lock meanwhile. The answer ends its nap. On a virtual thread it
 * does not, for a nap is its carrier's: those look again and again.
 */
final class Questions {
    private static final long FIRST_NAP_NS = 20_000;
    /** Of a thread of ours, on which the tool sees by what it runs whether a swap gets on (SwapPatience): naps are no progress. */
    private static final long LONGEST_OWN_NAP_NS = 100_000_000;

    private static final class Question {
        final Thread asker = Thread.currentThread();
        volatile byte[] answer;
        /** When it came, as System.nanoTime(). Written before it. */
        long answeredNs;
    }

    private final Outbox outbox;
    private final HashMap<Integer, Question> open = new HashMap<>();
    private int lastId;
    private volatile boolean closed;
    private volatile boolean toolIsSilent;
    /** The tool, or a swap of it, gets on. */
    final SluiceProgress progress = new SluiceProgress();

    Questions(Outbox outbox) {
        this.outbox = outbox;
    }

    /** What a question is about: its fields are written once its id is known. */
    interface Fields {
        PacketWriter write(int id);
    }

    /** As the other one, of a thread of the agent's. */
    byte[] ask(Fields fields, long timeoutMs) {
        return ask(fields, timeoutMs, null);
    }

    /**
     * @param timeoutMs of a thread of the program's: without progress of the tool's
     * @param lane of the asking thread, which is told what it waited for a core; null = none
     * @return the bytes that the tool answers with; null when there is no answer in time
     */
    byte[] ask(Fields fields, long timeoutMs, SluiceLane lane) {
        Question question = new Question();
        int id;
        synchronized (this) {
            if (closed) return null;
            id = ++lastId;
            open.put(id, question);
        }
        if (timeoutMs <= 0 || !outbox.offer(fields.write(id))) {
            forget(id);
            return null;
        }
        boolean ours = Thread.currentThread() instanceof AgentThread;
        long startNs = System.nanoTime();
        long napNs = FIRST_NAP_NS;
        boolean cutShort = false;
        while (question.answer == null && !closed && (ours || !toolIsSilent) && !isVain(startNs, ours, timeoutMs * 1_000_000)) {
            long napStartNs = System.nanoTime();
            SluiceAccess.park(napNs);
            cutShort |= System.nanoTime() - napStartNs < napNs;
            if (lane != null) {
                long dueNs = napStartNs + napNs;
                if (question.answer != null) dueNs = Math.min(dueNs, Math.max(napStartNs, question.answeredNs));
                lane.lateness.note(System.nanoTime() - dueNs);
            }
            if (!ours) napNs = SluiceAccess.napAfter(napNs);
            else if (napNs < LONGEST_OWN_NAP_NS) napNs *= 2;
        }
        if (cutShort) SluiceAccess.unpark(Thread.currentThread()); // by an answer or by a permit of the program's: both may be one
        // Not forgotten when unanswered: the answer may still come, and must then answer something.
        return question.answer;
    }

    /** A swap for which the tool lets a load wait takes seconds on a busy machine. */
    private boolean isVain(long startNs, boolean ours, long timeoutNs) {
        long nowNs = System.nanoTime();
        return ours ? nowNs - startNs >= timeoutNs : progress.isVain(nowNs, startNs, timeoutNs);
    }

    /** Whether something was asked under this id, and not answered. */
    synchronized boolean isOpen(int id) {
        return open.containsKey(id);
    }

    void answer(int id, byte[] bytes) {
        Question question;
        synchronized (this) {
            question = open.remove(id);
        }
        if (question == null) return;
        question.answeredNs = System.nanoTime();
        question.answer = bytes;
        SluiceAccess.unpark(question.asker);
    }

    /** Threads of the program's wait for no answer while it is. */
    void setToolIsSilent(boolean silent) {
        toolIsSilent = silent;
    }

    /**
     * Everybody who waits goes on without an answer, and nobody waits any more. What is open stays so: were an answer on its way one to
     * nothing, it would end the connection before the last words of the JVM.
     */
    synchronized void close() {
        closed = true;
        for (Question question : open.values()) SluiceAccess.unpark(question.asker);
    }

    private synchronized void forget(int id) {
        open.remove(id);
    }
}
