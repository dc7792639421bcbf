package java.lang;

import java.lang.reflect.Executable;
import jdk.internal.vm.annotation.DontInline;

/**
 * What one thread has called for the first time, and waits for: until the tool has instrumented whatever it may call. Written
 * by the thread and taken by the pump, which asks the tool.
 */
public final class SluiceFirstCalls {
    private final SluiceRecording recording;
    private final SluiceLane lane;
    /** A method invoked for the first time that the pump has not seen yet; 0 = none. */
    private volatile int invoked;
    /** What the thread is about to call by reflection, and the pump has not seen yet; null = nothing. */
    private volatile Executable reflected;

    SluiceFirstCalls(SluiceRecording recording, SluiceLane lane) {
        this.recording = recording;
        this.lane = lane;
    }

    /** The first invocation of a method: its thread waits until the method's callees are instrumented. */
    @DontInline
    void awaitReady(int method) {
        awaitSuspended(method, null);
    }

    /** The same for what a reflective call names. */
    @DontInline
    void awaitCallees(Executable executable) {
        int openRoots = lane.depth;
        boolean known;
        try {
            lane.suspendRecording();
            known = !recording.asksAboutReflection || recording.isKnown(executable);
        } finally {
            lane.depth = openRoots;
        }
        lane.recorded = lane.thread;
        if (!known) awaitSuspended(0, executable);
    }

    private void awaitSuspended(int method, Executable executable) {
        long startNs = System.nanoTime();
        int openRoots = lane.depth;
        long napNs = -1; // of a wait that an overflow ends nothing is known
        try {
            lane.suspendRecording();
            napNs = awaitTool(method, executable);
        } finally {
            lane.depth = openRoots; // before any call, which could overflow the stack
            SluicePark.restorePermit(napNs);
        }
        if (openRoots > 0) lane.recorded = lane.thread;
        lane.adjust(System.nanoTime() - startNs);
    }

    /**
     * Waits until the tool is done with a method or (not null) an executable, or has done nothing for firstWaitNs. To
     * instrument core classes it may have to swap thousands first. For a silent tool it does not wait: that is told in the same
     * way. To be called while the thread records nothing.
     *
     * @return as the last nap of the wait
     */
    private long awaitTool(int method, Executable executable) {
        long startNs = System.nanoTime();
        boolean told = tell(method, executable); // else the pump is late: the next invocation tells it
        long napNs = SluicePark.FIRST_NAP_NS;
        recording.wakePump();
        while (!isDone(method, executable) && !recording.isOver) {
            if (!recording.waits || recording.toolSteps.isVain(System.nanoTime(), startNs, recording.firstWaitNs)) {
                if (recording.firstWaitNs > 0) recording.countFirstWaitTimeout();
                // Waiting at every further invocation would stop the program.
                if (executable == null && told) recording.giveUp(method);
                else if (executable != null && recording.waits) recording.asksAboutReflection = false;
                return napNs;
            }
            if (!told) told = tell(method, executable);
            napNs = lane.lateness.nap(napNs);
        }
        return napNs;
    }

    private boolean tell(int method, Executable executable) {
        if (executable != null) reflected = executable; // nobody else's: the pump has taken the one before
        else if (invoked == 0) invoked = method;
        else return false;
        return true;
    }

    private boolean isDone(int method, Executable executable) {
        return executable != null ? recording.isKnown(executable) : recording.isReady(method);
    }

    /** A method that the thread invoked for the first time; 0 = none. */
    public int takeInvoked() {
        int method = invoked;
        if (method != 0) invoked = 0;
        return method;
    }

    /** What the thread waits to call by reflection; null = nothing. */
    public Executable takeReflected() {
        Executable executable = reflected;
        if (executable != null) reflected = null;
        return executable;
    }
}
