package sluice.agent;

import java.io.IOException;

/** Reads what the tool sends and hands it on at once. Its end is the end of the session. */
final class ControlReader extends AgentThread {
    private final Session session;
    private final Transport transport;
    private final Questions questions;
    private final Outbox outbox;
    private final Worker worker;
    private final ToolWatch toolWatch;

    ControlReader(
            Session session,
            Transport transport,
            Questions questions,
            Outbox outbox,
            Worker worker,
            ToolWatch toolWatch) {
        super("control");
        this.session = session;
        this.transport = transport;
        this.questions = questions;
        this.outbox = outbox;
        this.worker = worker;
        this.toolWatch = toolWatch;
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
            session.end(reason);
        }
    }

    private Packet next() throws IOException {
        return Packet.read(transport, Protocol.MAX_LENGTH);
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

    private void take(Packet packet) throws ProtocolException {
        if (packet.type == MessageType.REWRITTEN) {
            PacketReader fields = packet.fields();
            byte[] bytes = fields.blob("bytes");
            fields.end();
            if (!questions.answer(packet.id, bytes)) {
                throw new ProtocolException("an answer with id " + packet.id + ", which answers nothing");
            }
        } else if (packet.id == Protocol.NO_ANSWER) {
            throw new ProtocolException("packet of type " + packet.type + " with id 0");
        } else if (packet.type == MessageType.PING) {
            packet.fields().end();
            outbox.offer(Commands.done(packet.id));
        } else if (!Commands.isCommand(packet.type)) {
            throw new ProtocolException("packet of unknown type " + packet.type);
        } else if (!worker.submit(packet)) {
            throw new ProtocolException("too many commands at once");
        }
    }
}
