package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Methods that could get no probe, and were called where their calls should have been recorded: within a call subgraph, roots anywhere. Not in a rehearsal.
 * They have marks among those of SluiceProbe.ready, for nobody waits for such a method. Whoever calls one again only reads.
 */
public final class SluiceWitnesses {
    /** It was called, and the tool is to be told. */
    static final byte CALLED = 3;

    private static final byte TOLD = 4;

    private static final Unsafe U = Unsafe.getUnsafe();

    private final SluiceRecording recording;
    /** Methods were called that the tool was not told of. */
    private volatile boolean hasNew;

    SluiceWitnesses(SluiceRecording recording) {
        this.recording = recording;
    }

    /** @param leastDepth open roots of a thread that its calls should be recorded in; one that is suspended has fewer than none */
    static void called(int method, int leastDepth) {
        if (leastDepth == 0) U.loadFence(); // as in rootEntry
        if (SluiceProbe.lanes == null) return; // nothing records, or it is paused
        byte[] marks = SluiceProbe.ready;
        if (marks[method & (marks.length - 1)] < CALLED) note(method, leastDepth);
    }

    @DontInline
    private static void note(int method, int leastDepth) {
        Thread thread = Thread.currentThread();
        SluiceRecording current = SluiceProbe.recording;
        if (current == null || current.isRehearsal || SluiceProbe.pausedOrNotLaneOf(thread).depth < leastDepth || current.isAgentThread(thread)) return;
        byte[] marks = current.known.methods();
        if (marks == SluiceKnown.NOTHING_TO_WAIT_FOR) return; // it has ended meanwhile
        marks[method] = CALLED;
        current.witnesses.hasNew = true;
    }

    /** Pump only. @return ids of the methods that were called since the last time; null = none */
    public int[] take() {
        if (!hasNew) return null;
        hasNew = false; // who comes during the look sets it again
        byte[] marks = recording.known.methods();
        int count = 0;
        for (byte mark : marks) if (mark == CALLED) count++;
        if (count == 0) return null;
        int[] taken = new int[count];
        for (int id = 0, i = 0; i < count; id++) {
            if (marks[id] != CALLED) continue;
            marks[id] = TOLD;
            taken[i++] = id;
        }
        return taken;
    }

    /** Pump only: the tool could not be told. @param taken by the last look */
    public void giveBack(int[] taken) {
        byte[] marks = recording.known.methods();
        if (marks == SluiceKnown.NOTHING_TO_WAIT_FOR) return;
        for (int id : taken) marks[id] = CALLED;
        hasNew = true;
    }
}
