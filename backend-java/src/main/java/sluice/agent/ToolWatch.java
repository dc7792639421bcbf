package sluice.agent;

/**
 * The silence of the tool. It sends a PING every second: after three seconds without a word nobody waits for it any
 * more, after ten the session ends as if the connection were cut. A stopped tool keeps its connection open. One at long work sends
 * nothing either, but counts the steps of that work in the event file.
 */
final class ToolWatch {
    private static final long SILENT_NS = 3_000_000_000L;
    private static final long GONE_NS = 10_000_000_000L;

    /** The pump looks ten times a second at least. When it has not for so long, all of the process stood still. */
    private static final long STOPPED_NS = 1_000_000_000L;

    /** From the tool's last step on, the JVM's swap of it counts as a step for so long: on a busy machine it takes seconds. */
    private static final long LONGEST_SWAP_NS = 20_000_000_000L;

    private final SessionEnd session;
    private final Questions questions;
    private final HotSwap swaps;
    private volatile long lastHeardNs = System.nanoTime();
    private volatile long lastStepNs = lastHeardNs;
    private long lastLookNs = lastHeardNs;
    private long lastSwapNs = lastHeardNs;
    private long lastWorkSteps;
    private boolean silent;

    ToolWatch(SessionEnd session, Questions questions, HotSwap swaps) {
        this.session = session;
        this.questions = questions;
        this.swaps = swaps;
    }

    /** The reader has a packet. @param isStep the tool gets on with its work; a PING only says that it lives */
    void heard(boolean isStep) {
        lastHeardNs = System.nanoTime();
        if (isStep) lastStepNs = lastHeardNs;
    }

    /** The pump looks regularly. @param workSteps of the tool, from the event file @param recording may be null */
    void look(long nowNs, long workSteps, SluiceRecording recording) {
        // It is not the tool that was silent: what it sent meanwhile has not been read yet.
        if (nowNs - lastLookNs > STOPPED_NS) lastHeardNs = lastStepNs = nowNs;
        if (workSteps != lastWorkSteps) lastHeardNs = lastStepNs = nowNs;
        lastWorkSteps = workSteps;
        lastLookNs = nowNs;
        long silenceNs = nowNs - lastHeardNs;
        if (silenceNs > GONE_NS) session.end("the tool has not been heard for 10 seconds");
        boolean nowSilent = silenceNs > SILENT_NS;
        if (recording != null && (nowSilent || silent)) recording.setWaits(!nowSilent);
        long progressNs = progressNs(nowNs, swaps.isAtWork());
        if (recording != null) recording.look(nowNs, progressNs);
        questions.progress.gotOn(progressNs);
        questions.progress.look(nowNs);
        if (nowSilent != silent) questions.setToolIsSilent(nowSilent);
        silent = nowSilent;
    }

    long lastStepNs() {
        return lastStepNs;
    }

    /** When what threads wait for got on last. */
    long progressNs(long nowNs, boolean swaps) {
        if (swaps && nowNs - lastStepNs < LONGEST_SWAP_NS) lastSwapNs = nowNs;
        return Math.max(lastStepNs, lastSwapNs);
    }
}
