package sluice.agent;

import java.util.zip.CRC32;

/** Classes that the tool has rewritten before the swap. */
final class PreparedCode {
    private static final int MIN_BYTES_EACH = 16;

    private final int[] classIds;
    /** Of the code that each was made of: its length in the upper half, its CRC-32 in the lower. */
    private final long[] sources;
    private final byte[][] rewritten;

    PreparedCode(PacketReader fields) throws ProtocolException {
        int count = fields.count(MIN_BYTES_EACH, "prepared");
        classIds = new int[count];
        sources = new long[count];
        rewritten = new byte[count][];
        for (int i = 0; i < count; i++) {
            classIds[i] = fields.u32("classId");
            sources[i] = fields.i64("source");
            rewritten[i] = fields.blob("rewritten");
        }
    }

    /** @return empty = as it is; null = to be asked for: it is not prepared, or others have changed it since */
    byte[] of(int classId, byte[] bytes) {
        for (int i = 0; i < classIds.length; i++) {
            if (classIds[i] == classId) return sources[i] == sourceOf(bytes) ? rewritten[i] : null;
        }
        return null;
    }

    private static long sourceOf(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return (long) bytes.length << 32 | checksum.getValue();
    }
}
