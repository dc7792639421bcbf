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

    /** Of the calling platform thread, bytes. */
    @DontInline
    static long nowBytes() {
        return source.ofThread(CALLING_THREAD);
    }
}
