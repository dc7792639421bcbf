package java.lang;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What one thread has called for the first time, and waits for: until the tool has instrumented whatever it may call. Written
 * by the thread and taken by the pump, which asks the tool.
 */
public final class SluiceFirstCalls {
    private final SluiceRecording recording;
    private final SluiceLane lane;
    /** A method invoked for the first time that the pump has not seen yet; 0 = none. */
    private volatile int invoked;
    /** What the thread is about to call by reflection, an Executable or a direct method handle, and the pump has not seen yet; null = nothing. */
    private volatile Object reflected;

    SluiceFirstCalls(SluiceRecording recording, SluiceLane lane) {
        this.recording = recording;
        this.lane = lane;
    }

    /** Whether it was not invoked yet. */
    @ForceInline
    static boolean mustWait(int method) {
        byte[] ready = SluiceProbe.ready;
        return ready[method & (ready.length - 1)] == 0;
    }

    /** The first invocation of a method: its thread waits until the method's callees are instrumented. */
    @DontInline
    void awaitReady(int method) {
        awaitSuspended(method, null);
    }

    /** The same for what a reflective call names. */
    @DontInline
    void awaitCallees(Object call) {
        int openRoots = lane.depth;
        boolean known;
        try {
            lane.suspendRecording();
            known = !recording.asksAboutReflection || recording.isKnownCall(call);
        } finally {
            lane.depth = openRoots;
        }
        lane.recorded = lane.thread;
        if (!known) awaitSuspended(0, call);
    }

    private void awaitSuspended(int method, Object call) {
        long startNs = System.nanoTime();
        int openRoots = lane.depth;
        long napNs = -1; // of a wait that an overflow ends nothing is known
        try {
            lane.suspendRecording();
            napNs = awaitTool(method, call);
        } finally {
            lane.depth = openRoots; // before any call, which could overflow the stack
            SluicePark.restorePermit(napNs);
        }
        if (openRoots > 0) lane.recorded = lane.thread;
        lane.adjust(System.nanoTime() - startNs);
    }

    /**
     * Waits until the tool is done with a method or (not null) a reflective call, or has done nothing for firstWaitNs. To
     * instrument core classes it may have to swap thousands first. For a silent tool it does not wait: that is told in the same
     * way. To be called while the thread records nothing.
     *
     * @return as the last nap of the wait
     */
    private long awaitTool(int method, Object call) {
        long startNs = System.nanoTime();
        boolean told = tell(method, call); // else the pump is late: the next invocation tells it
        long napNs = SluicePark.FIRST_NAP_NS;
        recording.wakePump();
        while (!isDone(method, call) && !recording.isOver) {
            if (!recording.waits || recording.toolSteps.isVain(System.nanoTime(), startNs, recording.firstWaitNs)) {
                if (recording.firstWaitNs > 0) recording.countFirstWaitTimeout();
                // Waiting at every further invocation would stop the program.
                if (call == null && told) recording.giveUp(method);
                else if (call != null && recording.waits) recording.asksAboutReflection = false;
                return napNs;
            }
            if (!told) told = tell(method, call);
            napNs = lane.lateness.nap(napNs);
        }
        return napNs;
    }

    private boolean tell(int method, Object call) {
        if (call != null) reflected = call; // nobody else's: the pump has taken the one before
        else if (invoked == 0) invoked = method;
        else return false;
        return true;
    }

    private boolean isDone(int method, Object call) {
        return call != null ? recording.isKnownCall(call) : recording.isReady(method);
    }

    /** A method that the thread invoked for the first time; 0 = none. */
    public int takeInvoked() {
        int method = invoked;
        if (method != 0) invoked = 0;
        return method;
    }

    /** What the thread waits to call by reflection; null = nothing. */
    public Object takeReflected() {
        Object call = reflected;
        if (call != null) reflected = null;
        return call;
    }
}
