package sluice.agent;

import java.util.ArrayDeque;

/** Executes the tool's commands one after the other, so that the reader of the connection never waits. */
final class Worker extends AgentThread {
    private static final int MAX_QUEUED = 1_024;

    private final Session session;
    private final Commands commands;
    private final Outbox outbox;
    private final ArrayDeque<Packet> queue = new ArrayDeque<>();
    private boolean ending;

    Worker(Session session, Commands commands, Outbox outbox) {
        super("worker");
        this.session = session;
        this.commands = commands;
        this.outbox = outbox;
    }

    /** @return false when the tool asks faster than it can be answered */
    synchronized boolean submit(Packet command) {
        if (queue.size() >= MAX_QUEUED) return false;
        queue.addLast(command);
        notifyAll();
        return true;
    }

    /** After the command that is running, the thread tidies up and ends. */
    synchronized void end() {
        ending = true;
        notifyAll();
    }

    @Override
    boolean loadsForTheProgram() {
        return true;
    }

    @Override
    public void run() {
        try {
            for (Packet command = next(); command != null; command = next()) execute(command);
        } catch (ProtocolException malformed) {
            session.end(malformed.getMessage());
        } catch (OutOfMemoryError full) {
            session.end("the heap is full");
        } finally {
            session.cleanUp();
        }
    }

    /** @throws ProtocolException for a command that is malformed: the session ends, nothing of it was done */
    void execute(Packet command) throws ProtocolException {
        byte[] answer;
        try {
            answer = commands.execute(command);
        } catch (ProtocolException malformed) {
            throw malformed;
        } catch (CommandFailure failure) {
            answer = failed(command.id, failure.code, failure.getMessage());
        } catch (Throwable unexpected) {
            answer = failed(command.id, Protocol.FAILED_JVM, unexpected.getClass().getName());
        }
        if (command.type == MessageType.DETACH) session.finishDetach(answer);
        else if (answer != null) offer(answer);
    }

    private void offer(byte[] answer) {
        while (true) {
            try {
                outbox.offer(answer);
                return;
            } catch (OutOfMemoryError full) {
                FullHeap.await();
            }
        }
    }

    private static byte[] failed(int id, int code, String message) throws ProtocolException {
        while (true) {
            try {
                return new PacketWriter(id, MessageType.FAILED).u16(code).utf(message).toPacket();
            } catch (OutOfMemoryError full) {
                FullHeap.await();
            }
        }
    }

    private synchronized Packet next() {
        while (queue.isEmpty() && !ending) {
            try {
                wait();
            } catch (InterruptedException notByUs) {
                // wait again
            }
        }
        return ending ? null : queue.removeFirst();
    }
}
