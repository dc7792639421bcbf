package sluice.agent;

/**
 * One block of the event stream as 8-byte words; little-endian, so the lower field of a word comes first. Rules:
 * shared/wire/README.md, section 2. Twin: blockLayout.ts
 *
 * <pre>
 *     word   low 32 bits          high 32 bits
 *        0   blockBytes           kind (16), flags (16)
 *        1   threadId; of PASSES the regionId
 *        2   baseTimeNs
 *        3   sequence             dropped
 *        4   payload: blockBytes - 32 bytes
 * </pre>
 */
final class BlockLayout {
    static final int HEADER_BYTES = 32;
    /** blockBytes, kind and flags: all that a padding block must have. */
    static final int SHORT_HEADER_BYTES = 8;
    static final int MAX_EVENTS = 8_192;

    static final int PADDING = 0;
    static final int EVENTS = 1;
    static final int THREAD = 2;
    static final int THREAD_END = 3;
    static final int PASSES = 4;
    static final int MARK = 5;
    /** Its flags are what SluiceTicker tells. */
    static final int TICKER = 6;
    static final int CORE_WAIT = 7;
    static final int CORE_WAIT_WORDS = 5;
    /** Its threadId is the number of collections so far. */
    static final int LIVE = 8;
    /** Its threadId is the number of a label. */
    static final int LABEL = 9;

    /** Flag of an EVENTS block: its words carry times. */
    static final int TIMED_FLAG = 1;
    /** The same: the recording has a clock, and it has no time of this thread. */
    static final int TIMELESS_FLAG = 2;
    /** Flag of a THREAD block. */
    static final int VIRTUAL_FLAG = 1;
    /** Flags of a MARK block: which it is. */
    static final int PAUSE = 1;
    static final int RESUME = 2;
    static final int RESET = 3;

    /** Flags of a LIVE block: objects are followed from now on, or are no more. */
    static final int BORN = 1;
    static final int GONE = 2;

    private BlockLayout() {}

    static long firstWord(int blockBytes, int kind, int flags) {
        return blockBytes | (long) kind << 32 | (long) flags << 48;
    }

    static long lastHeaderWord(int sequence, int dropped) {
        return sequence & 0xffffffffL | (long) dropped << 32;
    }

    /** The payload of a THREAD block, or a LABEL block: u16 count and modified UTF-8, padded to whole words. */
    static long[] textPayload(String name) {
        byte[] text = ModifiedUtf8.encode(name, 0xffff);
        long[] words = new long[(2 + text.length + 7) / 8];
        putByte(words, 0, text.length);
        putByte(words, 1, text.length >> 8);
        for (int i = 0; i < text.length; i++) putByte(words, 2 + i, text[i]);
        return words;
    }

    private static void putByte(long[] words, int at, int value) {
        words[at >> 3] |= (value & 0xffL) << (at & 7) * 8;
    }
}
