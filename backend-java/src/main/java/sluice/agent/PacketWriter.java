package sluice.agent;

import java.util.Arrays;

/**
 * Builds one packet, big-endian:
 *
 * <pre>
 *      0               4               8       9
 *     +---------------+---------------+-------+------------
 *     | length        | id            | type  | fields ...      length counts what follows it
 *     +---------------+---------------+-------+------------
 * </pre>
 */
final class PacketWriter {
    /** Fits whatever is in it. */
    private static final int MAX_UTF_BYTES = 65_535;

    private byte[] bytes;
    private int length;

    PacketWriter(int id, int type) {
        this(id, type, 64);
    }

    PacketWriter(int id, int type, int expectedFieldBytes) {
        bytes = new byte[Protocol.HEADER_BYTES + expectedFieldBytes];
        u32(0).u32(id).u8(type);
    }

    PacketWriter u8(int value) {
        int at = grow(1);
        bytes[at] = (byte) value;
        return this;
    }

    PacketWriter u16(int value) {
        int at = grow(2);
        bytes[at] = (byte) (value >> 8);
        bytes[at + 1] = (byte) value;
        return this;
    }

    PacketWriter u32(int value) {
        putInt(grow(4), value);
        return this;
    }

    PacketWriter i64(long value) {
        return u32((int) (value >> 32)).u32((int) value);
    }

    PacketWriter f64(double value) {
        return i64(Double.doubleToLongBits(value));
    }

    /** Modified UTF-8 after its u16 byte count; a text that does not fit is cut. */
    PacketWriter utf(String text) {
        byte[] encoded = ModifiedUtf8.encode(text, MAX_UTF_BYTES);
        return u16(encoded.length).raw(encoded, 0, encoded.length);
    }

    PacketWriter blob(byte[] value) {
        return u32(value.length).raw(value, 0, value.length);
    }

    PacketWriter raw(byte[] value, int from, int count) {
        int at = grow(count);
        System.arraycopy(value, from, bytes, at, count);
        return this;
    }

    /** The place of a u32 that is known later. */
    int reserveU32() {
        return grow(4);
    }

    void patchU32(int at, int value) {
        putInt(at, value);
    }

    int size() {
        return length;
    }

    /** Not a copy: the packet as built so far is in its first size() bytes. */
    byte[] bytes() {
        return bytes;
    }

    /** @throws ProtocolException when the packet is longer than the contract allows */
    byte[] toPacket() throws ProtocolException {
        int following = length - Protocol.LENGTH_BYTES;
        if (following > Protocol.MAX_LENGTH) {
            throw new ProtocolException(
                    "the answer would take " + following + " bytes, at most " + Protocol.MAX_LENGTH + " are allowed");
        }
        putInt(0, following);
        return Arrays.copyOf(bytes, length);
    }

    private int grow(int count) {
        int at = length;
        if (count > bytes.length - at) bytes = Arrays.copyOf(bytes, Math.max(at + count, bytes.length * 2));
        length = at + count;
        return at;
    }

    private void putInt(int at, int value) {
        bytes[at] = (byte) (value >> 24);
        bytes[at + 1] = (byte) (value >> 16);
        bytes[at + 2] = (byte) (value >> 8);
        bytes[at + 3] = (byte) value;
    }
}
