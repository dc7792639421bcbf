package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * What roots ask of a call before they open the gate, where a recording wants some calls only, or tells them apart: each condition is
 * one call of {@code when}, which hands on the answer of the one before it, and {@code split} gives the call a label.
 *
 * <pre>
 *     SluiceProbe.rootEntry(when(when(0, arg0, 100, GREATER), arg1, "GET", EQUAL), 20)
 * </pre>
 *
 * Values are primitives, strings, boxes, and enums by their names; every other object equals nothing, and nothing of it is called. Of
 * these the methods called here are the JDK's, final, and have no arguments. Where core classes are measured they carry probes: nobody
 * asks within a subgraph, so nothing is recorded of them, and none of them can be a root of which an argument is asked. Nothing is
 * kept and nothing allocated, but for a label that is new. Public for the same reason as SluiceProbe.
 */
public final class SluiceRequests {
    /** The answer: the call is as if there were no probe. */
    static final int LEFT_OUT = -1;
    /** It is recorded; every other answer is the number of its label besides. */
    static final int NO_LABEL = 0;

    // Twin: OPERATORS of argumentCondition.ts.
    private static final int EQUAL = 0;
    private static final int DIFFERENT = 1;
    private static final int LESS = 2;
    private static final int AT_MOST = 3;
    private static final int GREATER = 4;
    private static final int CONTAINS = 6;
    private static final int OPERATOR_BITS = 3;
    private static final int OPERATOR_MASK = (1 << OPERATOR_BITS) - 1;
    /** What a number stands for that is compared with a box, above the operator. Twin: rootRequests.ts. */
    private static final int BOOLEAN_KIND = 1;
    private static final int CHAR_KIND = 2;

    /** So much of a text is looked at for another one that it may contain. */
    private static final int LOOKED_AT_CHARS = 1_024;

    /** How the bytes of a text of two bytes a char lie: as the machine has them (StringUTF16). */
    private static final boolean IS_BIG_ENDIAN = Unsafe.getUnsafe().isBigEndian();

    private static final SluiceLabels NO_LABELS = new SluiceLabels(null);

    private SluiceRequests() {}

    /** Whole numbers, chars, and booleans as 0 and 1. @return request, or LEFT_OUT */
    public static int when(int request, long value, long literal, int operator) {
        return request == LEFT_OUT || isWithin() || holds(compare(value, literal), operator) ? request : LEFT_OUT;
    }

    public static int when(int request, double value, double literal, int operator) {
        return request == LEFT_OUT || isWithin() || holds(value, literal, operator) ? request : LEFT_OUT;
    }

    /** A box, perhaps. */
    public static int when(int request, Object value, long literal, int operator) {
        return request == LEFT_OUT || isWithin() || holds(value, literal, operator) ? request : LEFT_OUT;
    }

    public static int when(int request, Object value, double literal, int operator) {
        return request == LEFT_OUT || isWithin() || holds(value, literal, operator) ? request : LEFT_OUT;
    }

    /** A text, perhaps. */
    public static int when(int request, Object value, String literal, int operator) {
        return request == LEFT_OUT || isWithin() || holds(value, literal, operator) ? request : LEFT_OUT;
    }

    // A label for the call, by a value. One that begins while nothing is recorded is left out.

    /** @param kind 0: a whole number, or what else it stands for */
    public static int split(int request, long value, int kind) {
        SluiceLabels labels = labelsFor(request);
        if (labels == null) return request;
        if (labels == NO_LABELS) return LEFT_OUT;
        return kind == BOOLEAN_KIND ? labels.ofBoolean(value) : kind == CHAR_KIND ? labels.ofChar(value) : labels.ofWhole(value);
    }

    public static int split(int request, double value) {
        SluiceLabels labels = labelsFor(request);
        if (labels == null) return request;
        return labels == NO_LABELS ? LEFT_OUT : labels.ofFraction(value);
    }

    public static int split(int request, Object value) {
        SluiceLabels labels = labelsFor(request);
        if (labels == null) return request;
        return labels == NO_LABELS ? LEFT_OUT : labelOf(value, labels);
    }

    /** By the name of the thread. */
    public static int splitByThread(int request) {
        SluiceLabels labels = labelsFor(request);
        if (labels == null) return request;
        return labels == NO_LABELS ? LEFT_OUT : labelOf(Thread.currentThread().getName(), labels);
    }

    /** @return null: the call needs no label; NO_LABELS: nothing is recorded */
    private static SluiceLabels labelsFor(int request) {
        if (request == LEFT_OUT || isWithin()) return null;
        SluiceRecording current = SluiceProbe.recording;
        return current == null || SluiceProbe.lanes == null ? NO_LABELS : current.labels;
    }

    private static int labelOf(Object value, SluiceLabels labels) {
        Object text = value instanceof Enum ? ((Enum<?>) value).name() : value;
        if (text instanceof String) return labels.ofText((String) text);
        if (value == null) return labels.ofNull();
        if (isWhole(value)) return labels.ofWhole(wholeOf(value));
        if (value instanceof Double || value instanceof Float) return labels.ofFraction(fractionOf(value));
        if (value instanceof Boolean) return labels.ofBoolean((Boolean) value ? 1 : 0);
        return value instanceof Character ? labels.ofChar((Character) value) : labels.ofUnread();
    }

    /** A root that is called within an open subgraph opens nothing: nobody asks. So it is, too, while the thread's recording is suspended. */
    private static boolean isWithin() {
        SluiceLane lane = SluiceProbe.pausedOrNotLaneOf(Thread.currentThread());
        return lane.depth != 0 && lane != SluiceLane.NOBODY; // whose depth a root that was left out counts down when its stack overflows
    }

    private static boolean holds(Object value, long literal, int kindAndOperator) {
        int operator = kindAndOperator & OPERATOR_MASK;
        int kind = kindAndOperator >>> OPERATOR_BITS;
        if (kind == BOOLEAN_KIND) return value instanceof Boolean ? holds(compare((Boolean) value ? 1 : 0, literal), operator) : operator == DIFFERENT;
        if (kind == CHAR_KIND) return value instanceof Character ? holds(compare((Character) value, literal), operator) : operator == DIFFERENT;
        if (value instanceof Double || value instanceof Float) return holds(fractionOf(value), literal, operator);
        return isWhole(value) ? holds(compare(wholeOf(value), literal), operator) : operator == DIFFERENT;
    }

    private static boolean holds(Object value, double literal, int operator) {
        if (value instanceof Double || value instanceof Float) return holds(fractionOf(value), literal, operator);
        return isWhole(value) ? holds((double) wholeOf(value), literal, operator) : operator == DIFFERENT;
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
    }

    private static long wholeOf(Object value) {
        if (value instanceof Integer) return (Integer) value;
        if (value instanceof Long) return (Long) value;
        return value instanceof Short ? (Short) value : (Byte) value;
    }

    private static double fractionOf(Object value) {
        return value instanceof Double ? (Double) value : (Float) value;
    }

    /** Strings by themselves, enums by their names, a char as a text of one. */
    private static boolean holds(Object value, String literal, int operator) {
        if (value instanceof Character) {
            boolean isFound = lengthOf(literal) == 1 && charAt(literal, 0) == (Character) value;
            return isFound ? operator != DIFFERENT : operator == DIFFERENT || operator >= CONTAINS && lengthOf(literal) == 0;
        }
        Object text = value instanceof Enum ? ((Enum<?>) value).name() : value;
        if (!(text instanceof String)) return operator == DIFFERENT;
        String found = (String) text;
        if (operator <= DIFFERENT) {
            boolean isEqual = lengthOf(found) == lengthOf(literal) && hasAt(found, 0, literal);
            return isEqual == (operator == EQUAL);
        }
        if (operator != CONTAINS) return hasAt(found, 0, literal);
        int last = lengthOf(found);
        if (last > LOOKED_AT_CHARS) last = LOOKED_AT_CHARS;
        last -= lengthOf(literal);
        for (int at = 0; at <= last; at++) if (hasAt(found, at, literal)) return true;
        return false;
    }

    /** Whether `part` stands there. */
    private static boolean hasAt(String text, int at, String part) {
        int length = lengthOf(part);
        if (length > lengthOf(text) - at) return false;
        for (int i = 0; i < length; i++) if (charAt(text, at + i) != charAt(part, i)) return false;
        return true;
    }

    static int lengthOf(String text) {
        return text.value().length >> text.coder();
    }

    /** @param at less than its length */
    static char charAt(String text, int at) {
        byte[] bytes = text.value();
        if (text.coder() == 0) return (char) (bytes[at] & 0xff);
        int first = bytes[2 * at] & 0xff;
        int second = bytes[2 * at + 1] & 0xff;
        return (char) (IS_BIG_ENDIAN ? first << 8 | second : second << 8 | first);
    }

    private static int compare(long value, long literal) {
        return value < literal ? -1 : value > literal ? 1 : 0;
    }

    /** @param order of value and literal: -1, 0 or 1 */
    private static boolean holds(int order, int operator) {
        switch (operator) {
            case EQUAL:
                return order == 0;
            case DIFFERENT:
                return order != 0;
            case LESS:
                return order < 0;
            case AT_MOST:
                return order <= 0;
            case GREATER:
                return order > 0;
            default:
                return order >= 0;
        }
    }

    /** As Java compares them: NaN equals nothing, and is neither less nor greater. */
    private static boolean holds(double value, double literal, int operator) {
        switch (operator) {
            case EQUAL:
                return value == literal;
            case DIFFERENT:
                return value != literal;
            case LESS:
                return value < literal;
            case AT_MOST:
                return value <= literal;
            case GREATER:
                return value > literal;
            default:
                return value >= literal;
        }
    }
}
