package sluice.agent;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The agent's side of the event file, which the tool has made. Only the pump touches it: a mapped file that somebody
 * cuts short is an error in whoever writes to it.
 */
final class EventFile {
    private static final int WORD_BYTES = 8;

    private final MappedByteBuffer mapped;
    private final LongBuffer words;
    private final long ringBytes;
    private long producedBytes;
    /** As read last: the tool only ever gives more back. */
    private long consumedBytes;
    private int sequence;

    private EventFile(MappedByteBuffer mapped, long ringBytes) {
        this.mapped = mapped;
        this.words = mapped.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        this.ringBytes = ringBytes;
    }

    /** @throws IOException with a sentence when the file is not what the contract says */
    static EventFile map(String path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path, "rw");
                FileChannel channel = file.getChannel()) {
            long size = channel.size();
            if (size <= EventFileLayout.RING_OFFSET || size > EventFileLayout.RING_OFFSET + EventFileLayout.MAX_RING_BYTES) {
                throw new IOException("it has " + size + " bytes");
            }
            long ringBytes = EventFileLayout.ringBytesOf(readHeader(channel));
            if (size != EventFileLayout.RING_OFFSET + ringBytes) throw new IOException("it has " + size + " bytes");
            return new EventFile(channel.map(FileChannel.MapMode.READ_WRITE, 0, size), ringBytes);
        }
    }

    /** By a read: whoever attaches must not touch the mapping. */
    private static ByteBuffer readHeader(FileChannel channel) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(EventFileLayout.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        while (header.hasRemaining()) {
            if (channel.read(header, header.position()) < 0) throw new IOException("it was cut short");
        }
        return header;
    }

    /** Never again touched by anybody after this. */
    void unmap() {
        SluiceAccess.unmap(mapped);
    }

    /** Another number than before: the tool is at long work, which got on. */
    long workSteps() {
        return words.get(EventFileLayout.WORK_STEPS_OFFSET / WORD_BYTES);
    }

    /**
     * Whether a block of this size can be written now; if so, and if it would wrap, pads the ring's end.
     * @return false when the tool must first give room back
     */
    boolean hasRoomFor(int blockBytes) {
        long toEnd = ringBytes - (producedBytes & ringBytes - 1);
        long needed = blockBytes <= toEnd ? blockBytes : toEnd + blockBytes;
        if (producedBytes + needed - consumedBytes > ringBytes) {
            consumedBytes = words.get(EventFileLayout.CONSUMED_BYTES_OFFSET / WORD_BYTES);
            VarHandle.acquireFence();
            if (producedBytes + needed - consumedBytes > ringBytes) return false;
        }
        if (blockBytes > toEnd) writePadding((int) toEnd);
        return true;
    }

    /**
     * Writes `count` words of a lane's ring, from position `from` on. There must be room.
     * @param flags BlockLayout.TIMED_FLAG and the like
     */
    void writeEvents(long threadId, int flags, long baseTimeNs, int dropped, long[] ring, long from, int count) {
        int at = writeHeader(BlockLayout.EVENTS, flags, threadId, baseTimeNs, dropped, count);
        int start = (int) from & ring.length - 1;
        int first = Math.min(count, ring.length - start);
        writeWords(at, ring, start, first);
        writeWords(at + first, ring, 0, count - first);
        publish(BlockLayout.HEADER_BYTES + count * WORD_BYTES);
    }

    /** Says the name of a thread. There must be room. */
    void writeThread(long threadId, boolean virtual, long[] payload) {
        int flags = virtual ? BlockLayout.VIRTUAL_FLAG : 0;
        int at = writeHeader(BlockLayout.THREAD, flags, threadId, 0, 0, payload.length);
        writeWords(at, payload, 0, payload.length);
        publish(BlockLayout.HEADER_BYTES + payload.length * WORD_BYTES);
    }

    /** Says by what value root calls of this number were told apart. There must be room. */
    void writeLabel(int number, long[] payload) {
        int at = writeHeader(BlockLayout.LABEL, 0, number, 0, 0, payload.length);
        writeWords(at, payload, 0, payload.length);
        publish(BlockLayout.HEADER_BYTES + payload.length * WORD_BYTES);
    }

    /** No more of this thread comes. There must be room. */
    void writeThreadEnd(long threadId) {
        writeHeader(BlockLayout.THREAD_END, 0, threadId, 0, 0, 0);
        publish(BlockLayout.HEADER_BYTES);
    }

    /** Writes durations of passes of a region. There must be room. */
    void writePasses(int regionId, long baseTimeNs, int lost, long[] durationsNs, int count) {
        int at = writeHeader(BlockLayout.PASSES, 0, regionId, baseTimeNs, lost, count);
        writeWords(at, durationsNs, 0, count);
        publish(BlockLayout.HEADER_BYTES + count * WORD_BYTES);
    }

    /** Says that the recording is paused, goes on, or that its results begin anew. There must be room. */
    void writeMark(int mark, long timeNs) {
        writeHeader(BlockLayout.MARK, mark, 0, timeNs, 0, 0);
        publish(BlockLayout.HEADER_BYTES);
    }

    /** Says how the ticker keeps the time. There must be room. */
    void writeTicker(int what, long sinceNs, long durationNs) {
        int at = writeHeader(BlockLayout.TICKER, what, 0, sinceNs, 0, 1);
        words.put(at, durationNs);
        publish(BlockLayout.HEADER_BYTES + WORD_BYTES);
    }

    /**
     * Says what a thread has waited for a core since it was told last, up to now, and how many words of it there are meanwhile: those
     * of the blocks that follow. There must be room.
     * @param payload CORE_WAIT_WORDS: waited ns and words; since when, ran ns and arrivals, of the looks before
     */
    void writeCoreWait(long threadId, long nowNs, long[] payload) {
        int at = writeHeader(BlockLayout.CORE_WAIT, 0, threadId, nowNs, 0, BlockLayout.CORE_WAIT_WORDS);
        writeWords(at, payload, 0, BlockLayout.CORE_WAIT_WORDS);
        publish(BlockLayout.HEADER_BYTES + BlockLayout.CORE_WAIT_WORDS * WORD_BYTES);
    }

    /** Says which objects are followed, or gone. There must be room. @param everyBytes of births @param collections so far */
    void writeLive(int what, long everyBytes, long collections, long[] payload, int count) {
        int at = writeHeader(BlockLayout.LIVE, what, collections, everyBytes, 0, count);
        writeWords(at, payload, 0, count);
        publish(BlockLayout.HEADER_BYTES + count * WORD_BYTES);
    }

    /** @return the index of the first payload word */
    private int writeHeader(int kind, int flags, long threadId, long baseTimeNs, int dropped, int payloadWords) {
        int at = ringIndex();
        words.put(at, BlockLayout.firstWord(BlockLayout.HEADER_BYTES + payloadWords * WORD_BYTES, kind, flags));
        words.put(at + 1, threadId);
        words.put(at + 2, baseTimeNs);
        words.put(at + 3, BlockLayout.lastHeaderWord(sequence, dropped));
        return at + BlockLayout.HEADER_BYTES / WORD_BYTES;
    }

    private void writePadding(int paddingBytes) {
        int at = ringIndex();
        words.put(at, BlockLayout.firstWord(paddingBytes, BlockLayout.PADDING, 0));
        if (paddingBytes >= BlockLayout.HEADER_BYTES) {
            words.put(at + 1, 0);
            words.put(at + 2, 0);
            words.put(at + 3, BlockLayout.lastHeaderWord(sequence, 0));
        }
        publish(paddingBytes);
    }

    private void writeWords(int at, long[] source, int from, int count) {
        words.position(at);
        words.put(source, from, count);
    }

    private void publish(int blockBytes) {
        sequence++;
        producedBytes += blockBytes;
        VarHandle.releaseFence();
        words.put(EventFileLayout.PRODUCED_BYTES_OFFSET / WORD_BYTES, producedBytes);
    }

    private int ringIndex() {
        return (int) ((EventFileLayout.RING_OFFSET + (producedBytes & ringBytes - 1)) / WORD_BYTES);
    }
}
