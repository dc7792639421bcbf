package sluice.agent;

import java.io.IOException;

/** A session that cannot be: the tool, which has proven itself, is told why in the answer to its first question. */
final class Refusal {
    private Refusal() {}

    static void send(Transport transport, String reason) {
        try {
            Packet question = Packet.read(transport, Protocol.MAX_LENGTH);
            if (question == null) return;
            transport.write(new PacketWriter(question.id, MessageType.FAILED)
                    .u16(Protocol.FAILED_STATE)
                    .utf(reason)
                    .toPacket());
            // Closing with unread packets would reset a TCP connection before the answer is read.
            while (Packet.read(transport, Protocol.MAX_LENGTH) != null) continue;
        } catch (IOException goneAlready) {
            // nobody is left to be told
        }
    }
}
