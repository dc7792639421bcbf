package sluice.agent;

/** A bounds-checked, big-endian cursor over the fields of one packet from the tool. */
final class PacketReader {
    private final byte[] bytes;
    private final int type;
    private int offset;

    PacketReader(int type, byte[] fields) {
        this.type = type;
        this.bytes = fields;
    }

    int u8(String field) throws ProtocolException {
        return bytes[take(1, field)] & 0xff;
    }

    int u16(String field) throws ProtocolException {
        int at = take(2, field);
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    /** Above 2^31 - 1 it comes out negative. */
    int u32(String field) throws ProtocolException {
        int at = take(4, field);
        return (bytes[at] & 0xff) << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
    }

    long i64(String field) throws ProtocolException {
        return (long) u32(field) << 32 | u32(field) & 0xffffffffL;
    }

    double f64(String field) throws ProtocolException {
        return Double.longBitsToDouble(i64(field));
    }

    String utf(String field) throws ProtocolException {
        int start = offset;
        int count = u16(field);
        take(count, field);
        return ModifiedUtf8.decode(bytes, start, 2 + count);
    }

    /** A copy. */
    byte[] blob(String field) throws ProtocolException {
        int length = u32(field);
        int at = take(length, field);
        byte[] copy = new byte[length];
        System.arraycopy(bytes, at, copy, 0, length);
        return copy;
    }

    /** A count of items of at least minItemBytes each: refused before anything is allocated for it. */
    int count(int minItemBytes, String field) throws ProtocolException {
        int count = u32(field);
        if (count < 0 || (long) count * minItemBytes > bytes.length - offset) {
            throw error(field, (count & 0xffffffffL) + " items of at least " + minItemBytes + " bytes are announced");
        }
        return count;
    }

    int[] u32Array(String field) throws ProtocolException {
        int[] values = new int[count(4, field)];
        for (int i = 0; i < values.length; i++) values[i] = u32(field);
        return values;
    }

    String[] utfArray(String field) throws ProtocolException {
        String[] values = new String[count(2, field)];
        for (int i = 0; i < values.length; i++) values[i] = utf(field);
        return values;
    }

    /** Everything must have been read: trailing bytes mean that the two sides disagree about the layout. */
    void end() throws ProtocolException {
        if (offset != bytes.length) {
            throw new ProtocolException(
                    "packet of type " + type + ": " + (bytes.length - offset) + " bytes too many at offset " + offset);
        }
    }

    private int take(int length, String field) throws ProtocolException {
        int at = offset;
        if (length < 0 || length > bytes.length - at) throw error(field, (length & 0xffffffffL) + " bytes are needed");
        offset = at + length;
        return at;
    }

    private ProtocolException error(String field, String found) {
        return new ProtocolException("packet of type " + type + ": field " + field + " at offset " + offset + ": "
                + found + ", " + (bytes.length - offset) + " are left");
    }
}
