package java.lang;

import jdk.internal.vm.annotation.DontInline;

/**
 * Where every thread waits, in a call subgraph or not: before the first object of a class is there, the tool instruments what
 * can be called on it. An object has its constructors run, or is allocated without: both ways are told here.
 *
 * <p>What is told is kept under the recording's lock until the pump takes it, the same thing perhaps more than once.
 */
final class SluiceGates {
    private final SluiceRecording recording;
    /** Ids of constructors' gates. */
    private int[] made = new int[16];
    private int madeCount;
    private Class<?>[] allocated = new Class<?>[4];
    private int allocatedCount;

    SluiceGates(SluiceRecording recording) {
        this.recording = recording;
    }

    /** A thread that is in no subgraph is about to make an object. */
    @DontInline
    void awaitMade(int gate) {
        await(gate, null);
    }

    /** A thread is about to get objects of this class without a constructor, of which the tool may know. @param lane of the thread, or NOBODY */
    @DontInline
    void awaitAllocated(Class<?> type, SluiceLane lane) {
        if (lane.depth <= 0) {
            if (!recording.isKnown(type)) await(0, type);
            return;
        }
        long waitedNs = 0;
        lane.suspendRecording();
        try {
            if (!recording.isKnown(type)) waitedNs = await(0, type);
        } finally {
            lane.depth = ~lane.depth; // before any call, which could overflow the stack
        }
        lane.recorded = lane.thread;
        if (waitedNs > 0) lane.adjust(waitedNs);
    }

    /** A thread of the agent's only tells: the tool waits for it. @return how long it took, ns */
    private long await(int gate, Class<?> type) {
        Thread thread = Thread.currentThread();
        long threadId = SluiceProbe.threadId(thread);
        if (!recording.canWait(threadId)) return 0;
        long startNs = System.nanoTime();
        boolean told = tell(gate, type, threadId);
        boolean vain = recording.isAgentThread(thread);
        long napNs = SluicePark.FIRST_NAP_NS;
        recording.wakePump();
        while (!isDone(gate, type) && !recording.isOver && !vain) {
            vain = !recording.waits || recording.toolSteps.isVain(System.nanoTime(), startNs, recording.firstWaitNs);
            if (vain && type == null && told) recording.giveUp(gate);
            else if (vain && type != null && recording.waits) recording.asksAboutReflection = false;
            if (!told) told = tell(gate, type, threadId);
            napNs = SluicePark.nap(napNs);
        }
        SluicePark.restorePermit(napNs);
        if (vain && recording.firstWaitNs > 0) recording.countFirstWaitTimeout();
        return System.nanoTime() - startNs;
    }

    private boolean isDone(int gate, Class<?> type) {
        return type != null ? recording.isKnown(type) || !recording.asksAboutReflection : recording.isReady(gate);
    }

    /** @return false: there was no way to tell yet */
    private boolean tell(int gate, Class<?> type, long threadId) {
        try {
            if (!recording.lock(SluiceRecording.LOCK_PATIENCE_NS)) return false;
            if (type != null) addAllocated(type);
            else addMade(gate);
            return true;
        } catch (OutOfMemoryError none) {
            return false;
        } finally {
            // No call: it could overflow the stack and leave the lock closed.
            if (recording.lockedBy == threadId) recording.lockedBy = 0;
        }
    }

    private void addMade(int gate) {
        if (madeCount == made.length) {
            int[] larger = new int[madeCount * 2];
            for (int i = 0; i < madeCount; i++) larger[i] = made[i];
            made = larger;
        }
        made[madeCount++] = gate;
    }

    private void addAllocated(Class<?> type) {
        if (allocatedCount == allocated.length) {
            Class<?>[] larger = new Class<?>[allocatedCount * 2];
            for (int i = 0; i < allocatedCount; i++) larger[i] = allocated[i];
            allocated = larger;
        }
        allocated[allocatedCount++] = type;
    }

    /** Whether there may be something to take: a racy look. */
    boolean isEmpty() {
        return madeCount + allocatedCount == 0;
    }

    /** Under the lock. @return 0 = none */
    int takeMade() {
        return madeCount == 0 ? 0 : made[--madeCount];
    }

    /** Under the lock. @return null = none */
    Class<?> takeAllocated() {
        if (allocatedCount == 0) return null;
        Class<?> type = allocated[--allocatedCount];
        allocated[allocatedCount] = null;
        return type;
    }
}
