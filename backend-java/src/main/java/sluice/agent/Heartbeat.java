package sluice.agent;

/** What the pump does regularly, and also while it waits for room: it watches the tool and tells what cannot wait. Pump only. */
final class Heartbeat {
    private static final long PERIOD_NS = 500_000_000;

    private final ToolWatch toolWatch;
    private final Outbox outbox;
    private final EventFile file;
    /** Of the recording that runs; null = none. */
    private LaneDrain lanes;
    private long lastNs = System.nanoTime();

    Heartbeat(ToolWatch toolWatch, Outbox outbox, EventFile file) {
        this.toolWatch = toolWatch;
        this.outbox = outbox;
        this.file = file;
    }

    /** From now on the accounts of this recording are told. @param newLanes null = of none */
    void tellOf(LaneDrain newLanes) {
        lanes = newLanes;
    }

    LaneDrain lanes() {
        return lanes;
    }

    void beat() {
        watchTool();
        if (System.nanoTime() - lastNs > PERIOD_NS) tellTotals();
        if (lanes != null) lanes.tellFirstInvocations();
    }

    /** Allocates nothing. */
    void watchTool() {
        toolWatch.look(System.nanoTime(), file.workSteps(), lanes == null ? null : lanes.recording);
    }

    void tellTotals() {
        lastNs = System.nanoTime();
        Totals totals = lanes == null ? new Totals() : lanes.totals();
        outbox.offer(totals.write(new PacketWriter(Protocol.NO_ANSWER, MessageType.HEARTBEAT)).u32(totals.lanes));
    }
}
