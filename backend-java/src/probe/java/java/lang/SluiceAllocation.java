package java.lang;

import jdk.internal.vm.annotation.DontInline;

/** How much a platform thread has allocated, as the JVM accounts for it; by the same way as SluiceThreadTime. */
public final class SluiceAllocation {
    private static final String NATIVE_METHOD = "getThreadAllocatedMemory0";
    private static final long CALLING_THREAD = 0;

    /** Null before {@link #open}. */
    private static SluiceThreadTime.Source source;

    private SluiceAllocation() {}

    /**
     * To be called before the first recording that tells it, on a thread of the agent's: it loads classes.
     * @return false when this JVM does not tell it
     */
    public static boolean open() {
        if (source != null) return true;
        try {
            SluiceThreadTime.Source opened = SluiceThreadTime.sourceOf(NATIVE_METHOD);
            if (opened.ofThread(CALLING_THREAD) < 0) return false;
            source = opened;
            return true;
        } catch (ReflectiveOperationException | LinkageError missing) {
            return false;
        }
    }

    /**
     * Of a thread that is in a root call and does nothing now, as it waits: what it has allocated in it, as the word of the pump's that
     * says so; 0 where that is not known. To be called when the recording is over and all of the lane is drained: nothing else would tell
     * it of a main method that ends by System.exit.
     */
    public static long ofOpenRoot(SluiceLane lane) {
        if (!lane.tellsAllocation || (lane.depth < 0 ? ~lane.depth : lane.depth) == 0) return 0;
        Thread.State state = lane.thread.getState();
        if (state == Thread.State.RUNNABLE || state == Thread.State.NEW || state == Thread.State.TERMINATED) return 0;
        long bytes = source.ofThread(lane.threadId);
        return bytes < lane.allocatedBytes ? 0 : SluiceWord.ofAllocation(bytes - lane.allocatedBytes);
    }

    /** Of the calling platform thread, bytes. */
    @DontInline
    static long nowBytes() {
        return source.ofThread(CALLING_THREAD);
    }
}
