package sluice.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.security.SecureRandom;

/**
 * The agent's side of the proof: shared/wire/README.md, "Handshake". Split in two, since what may fail between
 * believing the tool and being believed (mapping the event file) belongs to the caller.
 */
final class Handshake {
    private static final byte[] TOOL_TEXT = ascii("sluice tool");
    private static final byte[] AGENT_TEXT = ascii("sluice agent");

    private final byte[] secret;
    private final byte[] agentNonce = new byte[Protocol.NONCE_BYTES];
    private byte[] toolNonce;

    Handshake(byte[] secret) {
        this.secret = secret;
        new SecureRandom().nextBytes(agentNonce);
    }

    /** Sends HELLO and checks the tool's proof. @throws IOException when the tool is not ours */
    void proveTool(Transport transport, String buildId, long pid) throws IOException {
        transport.write(new PacketWriter(Protocol.NO_ANSWER, MessageType.HELLO)
                .u16(Protocol.VERSION)
                .utf(buildId)
                .i64(pid)
                .blob(agentNonce)
                .toPacket());
        Packet packet = Packet.read(transport, Protocol.MAX_LENGTH_BEFORE_PROOF);
        if (packet == null) throw new IOException("the tool hung up");
        if (packet.type != MessageType.CHALLENGE || packet.id != Protocol.NO_ANSWER) {
            throw new ProtocolException("packet of type " + packet.type + " instead of a challenge");
        }
        PacketReader challenge = packet.fields();
        int version = challenge.u16("version");
        if (version != Protocol.VERSION) {
            throw new ProtocolException(
                    "the tool speaks protocol version " + version + ", this agent version " + Protocol.VERSION);
        }
        toolNonce = challenge.blob("nonce");
        byte[] proof = challenge.blob("proof");
        challenge.end();
        if (toolNonce.length != Protocol.NONCE_BYTES || !Hmac.same(proof, toolProof(secret, agentNonce, toolNonce))) {
            throw new IOException("the tool does not know the secret of the session");
        }
    }

    /** Sends the agent's own proof. */
    void proveAgent(Transport transport, String javaVersion, String vmName, boolean startup, Instrumentation instrumentation)
            throws IOException {
        PacketWriter proof = new PacketWriter(Protocol.NO_ANSWER, MessageType.PROOF)
                .blob(agentProof(secret, agentNonce, toolNonce))
                .utf(javaVersion)
                .utf(vmName)
                .u8(startup ? 1 : 0)
                .u16(Math.min(Runtime.getRuntime().availableProcessors(), 0xffff));
        transport.write(ObjectLayout.write(proof, instrumentation).toPacket());
    }

    static byte[] toolProof(byte[] secret, byte[] agentNonce, byte[] toolNonce) {
        return Hmac.sha256(secret, TOOL_TEXT, agentNonce, toolNonce);
    }

    static byte[] agentProof(byte[] secret, byte[] agentNonce, byte[] toolNonce) {
        return Hmac.sha256(secret, AGENT_TEXT, toolNonce, agentNonce);
    }

    private static byte[] ascii(String text) {
        return ModifiedUtf8.encode(text, text.length());
    }
}
