package java.lang;

import java.lang.reflect.Executable;

/**
 * What one thread has called for the first time, and waits for: until the tool has instrumented whatever it may call. Written
 * by the thread and taken by the pump, which asks the tool.
 */
public final class SluiceFirstCalls {
    private final SluiceRecording recording;
    private final SluiceLateness lateness;
    /** A method invoked for the first time that the pump has not seen yet; 0 = none. */
    private volatile int invoked;
    /** What the thread is about to call by reflection, and the pump has not seen yet; null = nothing. */
    private volatile Executable reflected;

    SluiceFirstCalls(SluiceRecording recording, SluiceLateness lateness) {
        this.recording = recording;
        this.lateness = lateness;
    }

    /** Whether a reflective call of this need not wait. */
    boolean isKnown(Executable executable) {
        return !recording.asksAboutReflection || recording.isKnown(executable);
    }

    /**
     * Waits until the tool is done with a method or (not null) an executable, or has done nothing for firstWaitNs. To
     * instrument core classes it may have to swap thousands first. To be called while the thread records nothing.
     */
    void await(int method, Executable executable) {
        long startNs = System.nanoTime();
        boolean told = tell(method, executable); // else the pump is late: the next invocation tells it
        long napNs = SluicePark.FIRST_NAP_NS;
        recording.wakePump();
        while (!isDone(method, executable) && recording.waits) {
            if (SluiceLane.isVain(startNs, recording.toolStepNs, recording.firstWaitNs)) {
                if (recording.firstWaitNs > 0) recording.countFirstWaitTimeout();
                // Waiting at every further invocation would stop the program.
                if (executable != null) recording.asksAboutReflection = false;
                else if (told) recording.giveUp(method);
                return;
            }
            if (!told) told = tell(method, executable);
            napNs = lateness.nap(napNs);
        }
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
