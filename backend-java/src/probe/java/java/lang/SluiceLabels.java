package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Numbers for the values by which a recording splits its root calls. A value is told once, by its label; a root call has its number.
 * Only the first MOST values get one: the rest is number OTHERS.
 *
 * <p>Open addressing by value, read without a lock. What is kept of a value is its bits, or a copy of at most LONGEST chars: never an
 * object of the program's.
 */
public final class SluiceLabels {
    private static final int MOST = 1_000;
    private static final int LONGEST = 64;
    /** Of all values that came after the first MOST ones, and of those that cannot be kept. */
    static final int OTHERS = 1;
    /** A power of two, so long that half of it is always free. */
    private static final int TABLE_LENGTH = 4_096;

    private static final int OTHER_VALUES = 0;
    private static final int WHOLE = 1;
    private static final int FRACTION = 2;
    private static final int BOOLEAN = 3;
    private static final int CHAR = 4;
    private static final int NULL = 5;
    private static final int UNREAD = 6;
    private static final int TEXT = 7;
    /** The first LONGEST chars of a text. */
    private static final int CUT_TEXT = 8;

    private static final long NO_NUMBER = 0x7ff8000000000000L;
    private static final Unsafe U = Unsafe.getUnsafe();

    /** A value. */
    public static final class Label {
        final int kind;
        final long bits;
        final char[] chars;
        final int number;

        Label(int kind, long bits, char[] chars, int number) {
            this.kind = kind;
            this.bits = bits;
            this.chars = chars;
            this.number = number;
        }

        public int number() {
            return number;
        }

        /** To be called by the agent: it allocates. At most LONGEST + 1 chars. */
        public String text() {
            switch (kind) {
                case OTHER_VALUES:
                    return "other values";
                case WHOLE:
                    return Long.toString(bits);
                case FRACTION:
                    return Double.toString(Double.longBitsToDouble(bits));
                case BOOLEAN:
                    return bits != 0 ? "true" : "false";
                case CHAR:
                    return String.valueOf((char) bits);
                case NULL:
                    return "null";
                case UNREAD:
                    return "values of other types";
                default:
                    return kind == TEXT ? new String(chars) : new String(chars) + '\u2026';
            }
        }

        private boolean is(int ofKind, long ofBits, String text, int length) {
            if (kind != ofKind || bits != ofBits) return false;
            if (text == null) return true;
            if (chars.length != length) return false;
            for (int i = 0; i < length; i++) if (chars[i] != SluiceRequests.charAt(text, i)) return false;
            return true;
        }
    }

    private final SluiceRecording recording;
    /** The first value makes it longer. */
    private volatile Label[] table = new Label[1];
    /** By number, from 1. */
    private volatile Label[] all = new Label[0];
    private volatile int count;

    SluiceLabels(SluiceRecording recording) {
        this.recording = recording;
    }

    // ---- probes: all of them answer the number of a label, and allocate for a new one only

    int ofWhole(long value) {
        return numberOf(WHOLE, value, null, 0);
    }

    int ofBoolean(long value) {
        return numberOf(BOOLEAN, value, null, 0);
    }

    int ofChar(long value) {
        return numberOf(CHAR, value, null, 0);
    }

    /** Each value by its bits; all that are no numbers are one. */
    int ofFraction(double value) {
        return numberOf(FRACTION, value == value ? Double.doubleToRawLongBits(value) : NO_NUMBER, null, 0);
    }

    int ofNull() {
        return numberOf(NULL, 0, null, 0);
    }

    int ofUnread() {
        return numberOf(UNREAD, 0, null, 0);
    }

    int ofText(String text) {
        int length = SluiceRequests.lengthOf(text);
        if (length <= LONGEST) return numberOf(TEXT, hashOf(text, length), text, length);
        return numberOf(CUT_TEXT, hashOf(text, LONGEST), text, LONGEST);
    }

    private static long hashOf(String text, int length) {
        long hash = length;
        for (int i = 0; i < length; i++) hash = hash * 31 + SluiceRequests.charAt(text, i);
        return hash;
    }

    /** @param bits of a text, a hash */
    private int numberOf(int kind, long bits, String text, int length) {
        Label[] labels = table;
        Label known = labels[slotOf(labels, kind, bits, text, length)];
        if (known != null) return known.number;
        return count > MOST ? OTHERS : add(kind, bits, text, length);
    }

    /** Of the value, or a free one. */
    private static int slotOf(Label[] labels, int kind, long bits, String text, int length) {
        int mask = labels.length - 1;
        long mixed = (bits + kind) * 0x9E3779B97F4A7C15L;
        int at = (int) (mixed >>> 40) & mask;
        for (Label known = labels[at]; known != null && !known.is(kind, bits, text, length); known = labels[at]) at = at + 1 & mask;
        return at;
    }

    @DontInline
    private int add(int kind, long bits, String text, int length) {
        long threadId = SluiceProbe.threadId(Thread.currentThread());
        try {
            if (recording.lockedBy == threadId || !recording.lock(SluiceRecording.LOCK_PATIENCE_NS)) return OTHERS;
            if (count > MOST) return OTHERS;
            if (count == 0) begin();
            Label[] labels = table;
            int slot = slotOf(labels, kind, bits, text, length);
            if (labels[slot] != null) return labels[slot].number;
            char[] chars = text == null ? null : new char[length];
            for (int i = 0; i < length; i++) chars[i] = SluiceRequests.charAt(text, i);
            Label added = new Label(kind, bits, chars, count + 1);
            tell(added);
            U.storeFence(); // who finds it in the table tells its number to a pump that finds it among all
            labels[slot] = added;
            return added.number;
        } catch (OutOfMemoryError full) {
            return OTHERS;
        } finally {
            // No call: it could overflow the stack and leave the lock closed.
            if (recording.lockedBy == threadId) recording.lockedBy = 0;
        }
    }

    private void begin() {
        Label[] labels = new Label[TABLE_LENGTH];
        Label others = new Label(OTHER_VALUES, 0, null, OTHERS);
        all = new Label[MOST + 1];
        tell(others);
        table = labels;
    }

    private void tell(Label label) {
        all[count] = label;
        count = count + 1;
    }

    // ---- the pump

    /** How many there are by now: whatever number a word has that was read before, its label is among them. */
    public int count() {
        return count;
    }

    /** @param index from 0, less than count */
    public Label get(int index) {
        return all[index];
    }

    /** The recording is over. */
    public void release() {
        recording.lock(Long.MAX_VALUE);
        table = new Label[1];
        count = MOST + 1;
        all = new Label[0];
        recording.lockedBy = 0;
    }
}
