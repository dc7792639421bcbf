package sluice.agent;

import java.util.ArrayDeque;

/**
 * Packets on their way to the tool. Whoever has something to say leaves it here; one thread writes, so nobody else
 * ever waits for the socket.
 */
final class Outbox extends AgentThread {
    /** Beyond this, offers are refused. */
    private static final long MAX_QUEUED_BYTES = 64L << 20;

    private final Transport transport;
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private long queuedBytes;
    private boolean writing;
    private boolean closed;

    Outbox(Transport transport) {
        super("outbox");
        this.transport = transport;
    }

    /** @return false when the packet was refused: the connection is over, or the tool is far behind */
    synchronized boolean offer(byte[] packet) {
        if (closed || queuedBytes + packet.length > MAX_QUEUED_BYTES && queuedBytes > 0) return false;
        queue.addLast(packet);
        queuedBytes += packet.length;
        notifyAll();
        return true;
    }

    /** Like offer, of a packet not built yet; one that cannot be built is dropped. */
    boolean offer(PacketWriter packet) {
        try {
            return offer(packet.toPacket());
        } catch (ProtocolException tooLong) {
            return false;
        }
    }

    /** Tells the user something. @param note of Protocol @param detail what it says beside its text */
    void report(int note, String detail) {
        offer(new PacketWriter(Protocol.NO_ANSWER, MessageType.REPORT).u8(note).utf(detail));
    }

    /** Waits until everything is written, or the connection is over, or the time is up. */
    synchronized void flush(long timeoutMs) {
        long deadlineNs = System.nanoTime() + timeoutMs * 1_000_000;
        while (!closed && (writing || !queue.isEmpty())) {
            long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) return;
            try {
                wait(leftMs);
            } catch (InterruptedException notByUs) {
                return;
            }
        }
    }

    /** The thread ends; what is still here is dropped. */
    synchronized void close() {
        closed = true;
        queue.clear();
        notifyAll();
    }

    @Override
    public void run() {
        try {
            for (byte[] packet = next(); packet != null; packet = next()) transport.write(packet);
        } catch (Throwable broken) {
            transport.close(); // the reader sees it and ends the session
        } finally {
            close();
        }
    }

    private synchronized byte[] next() {
        writing = false;
        notifyAll();
        while (queue.isEmpty()) {
            if (closed) return null;
            try {
                wait();
            } catch (InterruptedException notByUs) {
                // wait again
            }
        }
        byte[] packet = queue.removeFirst();
        queuedBytes -= packet.length;
        writing = true;
        return packet;
    }
}
