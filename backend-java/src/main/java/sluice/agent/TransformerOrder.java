package sluice.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;

/**
 * Keeps our transformer behind those of all other agents: what they put around a method is then around the method alone, and the
 * probes are around all of it. The other way round a mock that skips a method's body would skip its probes too.
 *
 * <pre>
 *     another agent's first transformer     -> SluiceTransformers.added, on its thread
 *     our agent is loaded once more         -> its transformers are the last
 *     ours is registered there, and taken away here: in between code is rewritten twice, for which the rewriter is made (SluiceStale)
 * </pre>
 */
final class TransformerOrder extends SluiceTransformers {
    private final SluiceTransformer transformer;
    private final Outbox outbox;
    /** Whose transformer ours is. */
    private Instrumentation holder;
    /** Agents before ours. Few: one entry for each, until the session ends. */
    private final ArrayList<Object> before = new ArrayList<>();
    private Thread moving;

    TransformerOrder(Instrumentation holder, SluiceTransformer transformer, Outbox outbox) {
        this.holder = holder;
        this.transformer = transformer;
        this.outbox = outbox;
    }

    synchronized void begin() {
        holder.addTransformer(transformer, true);
        SluiceTransformers.listener = this;
    }

    synchronized void end() {
        if (SluiceTransformers.listener == this) SluiceTransformers.listener = null;
        holder.removeTransformer(transformer);
    }

    @Override
    public void tell(Object instrumentation) {
        SluiceLane lane = SluiceProbe.suspend();
        long startNs = System.nanoTime();
        try {
            comeLast(instrumentation);
        } catch (Throwable neverOutOfHere) {
            outbox.report(Protocol.TRANSFORMER_BEFORE_OTHERS, neverOutOfHere.toString());
        } finally {
            SluiceProbe.resume(lane, System.nanoTime() - startNs, 0);
        }
    }

    private synchronized void comeLast(Object instrumentation) throws Exception {
        if (SluiceTransformers.listener != this || moving == Thread.currentThread()) return;
        for (int i = 0; i < before.size(); i++) if (before.get(i) == instrumentation) return;
        before.add(instrumentation);
        moving = Thread.currentThread();
        try {
            Instrumentation last = LastAgent.load(holder);
            last.addTransformer(transformer, true);
            holder.removeTransformer(transformer);
            holder = last;
        } finally {
            moving = null;
        }
    }
}
