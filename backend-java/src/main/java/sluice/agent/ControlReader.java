package sluice.agent;

import java.io.IOException;

/**
 * Reads what the tool sends and hands it on at once. Its end is the end of the session, unless the JVM ends as well:
 * HotSpot waits up to 300 ms for threads in native code (vmOperations.cpp, VM_Exit), such as this one in a read.
 */
final class ControlReader extends AgentThread implements Packet.Expected {
    private final Session session;
    private final Transport transport;
    private final Questions questions;
    private final Outbox outbox;
    private final Worker worker;
    private final ToolWatch toolWatch;
    private final ObjectSizes sizes;
    private volatile boolean leavesNative;

    ControlReader(
            Session session,
            Transport transport,
            Questions questions,
            Outbox outbox,
            Worker worker,
            ToolWatch toolWatch,
            ObjectSizes sizes) {
        super("control");
        this.session = session;
        this.transport = transport;
        this.questions = questions;
        this.outbox = outbox;
        this.worker = worker;
        this.toolWatch = toolWatch;
        this.sizes = sizes;
    }

    @Override
    public void run() {
        String reason = "the tool closed the connection";
        try {
            for (Packet packet = next(); packet != null; packet = next()) {
                toolWatch.heard(packet.type != MessageType.PING);
                takePatiently(packet);
            }
        } catch (IOException broken) {
            reason = broken.getMessage();
        } catch (Throwable unexpected) {
            reason = unexpected.getClass().getName();
        } finally {
            if (!leavesNative) session.end(reason); // else ToolWatch does it, should the JVM take its time
        }
    }

    private Packet next() throws IOException {
        return Packet.read(transport, Protocol.MAX_LENGTH, this);
    }

    /** From the next packet on, this thread waits for the tool outside of native code. */
    void leaveNative() {
        leavesNative = true;
        transport.poll();
    }

    /**
     * After leaveNative and the last words: waits until the tool has hung up, as it does when it has read them. Were the JVM gone sooner,
     * a write of the tool would fail, and its socket would be closed with the last words unread. Beyond the deadline nothing is read.
     */
    void expectHangUp(long deadlineNs) {
        joinFor(Math.max(1, (deadlineNs - System.nanoTime()) / 1_000_000));
        if (isAlive()) transport.shutdownInput();
    }

    /** What fails for want of memory has done nothing yet. */
    private void takePatiently(Packet packet) throws ProtocolException {
        while (true) {
            try {
                take(packet);
                return;
            } catch (OutOfMemoryError full) {
                FullHeap.await();
            }
        }
    }

    @Override
    public void check(int id, int type) throws ProtocolException {
        if (type == MessageType.REWRITTEN) {
            if (!questions.isOpen(id)) throw new ProtocolException("an answer with id " + id + ", which answers nothing");
        } else if (id == Protocol.NO_ANSWER) {
            throw new ProtocolException("packet of type " + type + " with id 0");
        } else if (type != MessageType.PING && !Commands.isCommand(type)) {
            throw new ProtocolException("packet of unknown type " + type);
        }
    }

    private void take(Packet packet) throws ProtocolException {
        if (packet.type == MessageType.REWRITTEN) {
            PacketReader fields = packet.fields();
            byte[] bytes = fields.blob("bytes");
            sizes.want(fields.utfArray("made"));
            fields.end();
            questions.answer(packet.id, bytes);
        } else if (packet.type == MessageType.PING) {
            packet.fields().end();
            outbox.offer(Commands.done(packet.id));
        } else if (packet.type == MessageType.MARK_REFLECTED) {
            worker.execute(packet); // not after a swap, which may wait for a lock of the thread that waits for this
        } else if (!worker.submit(packet)) {
            throw new ProtocolException("too many commands at once");
        }
    }
}
