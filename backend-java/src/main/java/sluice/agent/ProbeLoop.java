package sluice.agent;

/** Loops over what the rewriter makes of methods with an empty body, on the thread of a lane that nobody else drains. */
final class ProbeLoop {
    /** The last there can be: no method of a program gets so far, and none waits for it. */
    static final int METHOD_ID = (1 << 19) - 1;
    static final int WORDS_PER_PAIR = 2;
    /** See SluiceThreadTime. */
    static final long CALLING_THREAD = 0;

    private final SluiceLane lane;
    private final boolean byThreadTime;
    private int sink;

    ProbeLoop(SluiceLane lane) {
        this.lane = lane;
        this.byThreadTime = lane.clock() == SluiceRecording.CPU;
    }

    /** @param pairs whose words the ring has room for @return ns per pair */
    double pairNs(int pairs) {
        lane.drainedRelease(lane.positionAcquire());
        long startNs = nowNs();
        for (int i = 0; i < pairs; i++) instrumented(i);
        return (nowNs() - startNs) / (double) pairs;
    }

    /** @return ns per call that is only counted */
    double countNs(int calls) {
        lane.drainedRelease(lane.positionAcquire());
        long startNs = nowNs();
        for (int i = 0; i < calls; i++) counted(i);
        return (nowNs() - startNs) / (double) calls;
    }

    private long nowNs() {
        return byThreadTime ? SluiceThreadTime.ofThread(CALLING_THREAD) : System.nanoTime();
    }

    private void counted(int i) {
        SluiceProbe.count(METHOD_ID);
        sink = i;
    }

    private void instrumented(int i) {
        SluiceProbe probe = SluiceProbe.entry(METHOD_ID);
        try {
            sink = i;
        } finally {
            probe.exit(METHOD_ID);
        }
    }
}
