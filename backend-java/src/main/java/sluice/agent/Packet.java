package sluice.agent;

import java.io.IOException;

/** One packet from the tool, its fields not yet looked into. */
final class Packet {
    final int id;
    final int type;
    private final byte[] fields;

    private Packet(int id, int type, byte[] fields) {
        this.id = id;
        this.type = type;
        this.fields = fields;
    }

    /** Judges a packet by its head: what cannot be one is garbage, and the length that it announces would be waited for. */
    interface Expected {
        void check(int id, int type) throws ProtocolException;
    }

    PacketReader fields() {
        return new PacketReader(type, fields);
    }

    /** As the other one, of any packet. */
    static Packet read(Transport transport, int maxLength) throws IOException {
        return read(transport, maxLength, null);
    }

    /**
     * Waits for the next packet.
     * @param expected null: any packet
     * @return null when the stream ends between two packets
     * @throws IOException when it ends within one, breaks, announces a length beyond the limit, or is not expected
     */
    static Packet read(Transport transport, int maxLength, Expected expected) throws IOException {
        byte[] header = FullHeap.bytes(Protocol.HEADER_BYTES);
        int first = transport.read(header, 0, 1);
        if (first < 0) return null;
        byte[] rest = FullHeap.bytes(Protocol.HEADER_BYTES - 1);
        transport.readFully(rest, rest.length);
        System.arraycopy(rest, 0, header, 1, rest.length);
        PacketReader reader = new PacketReader(0, header);
        int length = reader.u32("length");
        if (length < Protocol.MIN_LENGTH || length > maxLength) {
            throw new ProtocolException("a packet announces " + (length & 0xffffffffL) + " bytes; "
                    + Protocol.MIN_LENGTH + " to " + maxLength + " are allowed");
        }
        int id = reader.u32("id");
        int type = reader.u8("type");
        if (expected != null) expected.check(id, type);
        byte[] fields = FullHeap.bytes(length - Protocol.MIN_LENGTH);
        transport.readFully(fields, fields.length);
        return new Packet(id, type, fields);
    }
}
