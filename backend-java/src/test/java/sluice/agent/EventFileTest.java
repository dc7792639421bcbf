package sluice.agent;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.Random;

public final class EventFileTest {
    private static final int RING_BYTES = 1 << 20;

    private static File newFile(int magic, int version, long ringBytes, long size) throws IOException {
        File path = File.createTempFile("sluice", ".events");
        path.deleteOnExit();
        ByteBuffer header = ByteBuffer.allocate(EventFileLayout.RING_OFFSET).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(0, magic).putInt(4, version).putLong(8, ringBytes);
        try (RandomAccessFile file = new RandomAccessFile(path, "rw")) {
            file.write(header.array());
            file.setLength(size);
        }
        return path;
    }

    private static File newFile() throws IOException {
        return newFile(EventFileLayout.MAGIC, Protocol.VERSION, RING_BYTES, EventFileLayout.RING_OFFSET + RING_BYTES);
    }

    public void another_file_is_refused_with_a_sentence() throws Exception {
        long size = EventFileLayout.RING_OFFSET + RING_BYTES;
        Check.fails(IOException.class, "magic 0x7", () -> EventFile.map(newFile(7, Protocol.VERSION, RING_BYTES, size).getPath()));
        Check.fails(IOException.class, "version " + (Protocol.VERSION + 1), () ->
                EventFile.map(newFile(EventFileLayout.MAGIC, Protocol.VERSION + 1, RING_BYTES, size).getPath()));
        Check.fails(IOException.class, "ring of 1048575", () ->
                EventFile.map(newFile(EventFileLayout.MAGIC, Protocol.VERSION, RING_BYTES - 1, size).getPath()));
        Check.fails(IOException.class, "bytes", () ->
                EventFile.map(newFile(EventFileLayout.MAGIC, Protocol.VERSION, RING_BYTES, size + 8).getPath()));
        Check.fails(IOException.class, "bytes", () -> EventFile.map(newFile(EventFileLayout.MAGIC, Protocol.VERSION, 0, 100).getPath()));
        Check.fails(IOException.class, "nowhere", () -> EventFile.map("/nowhere/at/all"));
    }

    public void blocks_never_wrap_and_are_numbered_without_gap() throws Exception {
        File path = newFile();
        EventFile file = EventFile.map(path.getPath());
        Random random = new Random(11);
        long[] ring = new long[16_384];
        for (int i = 0; i < ring.length; i++) ring[i] = i;
        long consumed = 0;
        long expectedWord = 0;
        long position = 0;
        int sequence = 0;
        try (RandomAccessFile reader = new RandomAccessFile(path, "rw")) {
            for (int round = 0; round < 2_000; round++) {
                int count = random.nextInt(BlockLayout.MAX_EVENTS + 1);
                if (file.hasRoomFor(BlockLayout.HEADER_BYTES + count * 8)) {
                    file.writeEvents(5, BlockLayout.TIMED_FLAG, 99, round, ring, position, count);
                    position += count;
                    if (random.nextInt(3) > 0) continue;
                }
                ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path.toPath())).order(ByteOrder.LITTLE_ENDIAN);
                long produced = bytes.getLong(EventFileLayout.PRODUCED_BYTES_OFFSET);
                while (consumed < produced) {
                    int at = EventFileLayout.RING_OFFSET + (int) (consumed % RING_BYTES);
                    int blockBytes = bytes.getInt(at);
                    int kind = bytes.getShort(at + 4);
                    Check.that(at + blockBytes <= bytes.capacity(), "a block wraps");
                    if (kind == BlockLayout.EVENTS) {
                        Check.equal(bytes.getInt(at + 24), sequence);
                        Check.equal(bytes.getLong(at + 8), 5L);
                        for (int word = 32; word < blockBytes; word += 8) {
                            Check.equal(bytes.getLong(at + word), expectedWord);
                            expectedWord = (expectedWord + 1) % ring.length;
                        }
                    } else {
                        Check.equal(kind, BlockLayout.PADDING);
                    }
                    sequence++;
                    consumed += blockBytes;
                }
                Check.equal(consumed, produced);
                ByteBuffer acknowledged = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, consumed);
                reader.seek(EventFileLayout.CONSUMED_BYTES_OFFSET);
                reader.write(acknowledged.array());
            }
        }
        Check.that(consumed > 20L * RING_BYTES, "the ring was used many times");
        file.unmap();
    }

    public void a_full_ring_waits_for_the_reader() throws Exception {
        EventFile file = EventFile.map(newFile().getPath());
        int blockBytes = BlockLayout.HEADER_BYTES + BlockLayout.MAX_EVENTS * 8;
        int blocks = 0;
        while (file.hasRoomFor(blockBytes)) {
            file.writeEvents(5, BlockLayout.TIMED_FLAG, 99, 0, new long[BlockLayout.MAX_EVENTS], 0, BlockLayout.MAX_EVENTS);
            blocks++;
        }
        Check.equal(blocks, RING_BYTES / blockBytes);
        Check.that(!file.hasRoomFor(blockBytes), "room from nowhere");
        file.unmap();
    }
}
