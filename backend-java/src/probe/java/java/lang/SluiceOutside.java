package java.lang;

/**
 * Methods that threads call which no root has called: one byte for each id, which probes write once and then only read
 * (SluiceProbe.outside). Noted from the first root call on: what ran before is no part of the work. The owner's lock guards it.
 */
final class SluiceOutside {
    /** SluiceProbe.outside while nothing records, and until a thread is in a call subgraph. */
    static final byte[] ALL_NOTED = {1};

    private static final int METHOD_IDS = 1 << 19;
    /** Twin: runningTotals.ts */
    private static final int MOST_METHODS = 1_024;

    /** Null until a thread is in a call subgraph, and when it was released. */
    private byte[] noted;
    /** What it has told, when it was released. */
    private int[] told;

    /** A thread has come into a call subgraph. @return what probes write from now on; null if they do already */
    byte[] begin() {
        if (noted != null) return null;
        return noted = new byte[METHOD_IDS];
    }

    /** Ids of methods, at most MOST_METHODS. */
    int[] methods() {
        if (told != null) return told;
        byte[] current = noted;
        int[] ids = new int[MOST_METHODS];
        int count = 0;
        if (current != null) {
            for (int id = 0; id < current.length && count < ids.length; id++) if (current[id] != 0) ids[count++] = id;
        }
        int[] found = new int[count];
        for (int i = 0; i < count; i++) found[i] = ids[i];
        return found;
    }

    /** Lets go of the bytes, and keeps what they tell. */
    void release() {
        told = methods();
        noted = null;
    }
}
