package sluice.agent;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Event files as the tool makes them, which nobody reads but the tests. */
final class EventFiles {
    private EventFiles() {}

    static File make(int ringBytes) {
        try {
            File file = File.createTempFile("sluice", ".events");
            file.deleteOnExit();
            ByteBuffer header = ByteBuffer.allocate(EventFileLayout.RING_OFFSET).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(0, EventFileLayout.MAGIC).putInt(4, Protocol.VERSION).putLong(8, ringBytes);
            try (RandomAccessFile written = new RandomAccessFile(file, "rw")) {
                written.write(header.array());
                written.setLength(EventFileLayout.RING_OFFSET + ringBytes);
            }
            return file;
        } catch (IOException unwritable) {
            throw new IllegalStateException(unwritable);
        }
    }

    static EventFile map(File file) {
        try {
            return EventFile.map(file.getPath());
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    /** The tool has read all that is written: there is room again. */
    static void giveRoom(File file) throws IOException {
        try (RandomAccessFile read = new RandomAccessFile(file, "rw")) {
            byte[] produced = new byte[8];
            read.seek(EventFileLayout.PRODUCED_BYTES_OFFSET);
            read.readFully(produced);
            read.seek(EventFileLayout.CONSUMED_BYTES_OFFSET);
            read.write(produced);
        }
    }
}
