package sluice.agent;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The memory-mapped event file: a page of header and a ring of blocks, little-endian. Rules: shared/wire/README.md,
 * section 2. Twin: eventFileLayout.ts
 *
 * <pre>
 *     offset
 *          0   u32 magic 0x454C4453        u32 version        u64 ringBytes
 *         64   u64 producedBytes           agent writes (release), tool reads
 *        128   u64 consumedBytes           tool writes, agent reads
 *        192   u64 workSteps               tool writes, agent reads: another number = long work of the tool got on
 *       4096   the ring: byte n of the stream is at 4096 + n mod ringBytes
 * </pre>
 */
final class EventFileLayout {
    static final int MAGIC = 0x454C4453;
    static final int VERSION_OFFSET = 4;
    static final int RING_BYTES_OFFSET = 8;
    /** What is fixed when the file is made. */
    static final int HEADER_BYTES = 16;
    static final int PRODUCED_BYTES_OFFSET = 64;
    static final int CONSUMED_BYTES_OFFSET = 128;
    static final int WORK_STEPS_OFFSET = 192;
    static final int RING_OFFSET = 4096;

    static final long MIN_RING_BYTES = 1 << 20;
    static final long MAX_RING_BYTES = 256 << 20;

    private EventFileLayout() {}

    /** @throws IOException when this is not the header of an event file that we can write */
    static long ringBytesOf(ByteBuffer header) throws IOException {
        int magic = header.getInt(0);
        int version = header.getInt(VERSION_OFFSET);
        long ringBytes = header.getLong(RING_BYTES_OFFSET);
        if (magic != MAGIC) throw new IOException("it has magic 0x" + Integer.toHexString(magic));
        if (version != Protocol.VERSION) throw new IOException("it is of version " + version);
        if (Long.bitCount(ringBytes) != 1 || ringBytes < MIN_RING_BYTES || ringBytes > MAX_RING_BYTES) {
            throw new IOException("it has a ring of " + ringBytes + " bytes");
        }
        return ringBytes;
    }
}
