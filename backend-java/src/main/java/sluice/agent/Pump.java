package sluice.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;

/**
 * The one thread that empties the drains into the event file, and the only one that touches the file. What other threads want
 * of it is granted between two rounds over the drains, one after the other, in the order in which it was wanted.
 */
final class Pump extends AgentThread {
    static final long LONGEST_PAUSE_NS = 20_000_000;
    private static final long SHORTEST_PAUSE_NS = 100_000;
    private static final long IDLE_PAUSE_NS = 100_000_000;

    private final SessionEnd session;
    private final Outbox outbox;
    private final Heartbeat heartbeat;
    private final EventRoom room;
    private final ArrayList<Drain> drains = new ArrayList<>();
    /** Guarded by this: not granted yet. No more than fit without growing: each thread waits for its own. */
    private final ArrayDeque<Wish> wishes = new ArrayDeque<>();

    Pump(SessionEnd session, EventFile file, Outbox outbox, ToolWatch toolWatch) {
        super("pump");
        this.session = session;
        this.outbox = outbox;
        heartbeat = new Heartbeat(toolWatch, outbox, file);
        room = new EventRoom(file, heartbeat);
    }

    // ---- other threads

    /** What another thread wants. One that fails for want of memory is granted anew. */
    private abstract static class Wish {
        abstract void grant();
    }

    /** From now on this is drained. */
    void begin(Drain drain) {
        await(new Begin(drain, null), 0);
    }

    /** The same, and the recording's accounts are told. */
    void begin(LaneDrain lanes) {
        await(new Begin(lanes, lanes), 0);
    }

    private final class Begin extends Wish {
        private final Drain drain;
        private final LaneDrain lanes;

        Begin(Drain drain, LaneDrain lanes) {
            this.drain = drain;
            this.lanes = lanes;
        }

        @Override
        void grant() {
            drains.add(drain);
            if (lanes != null) heartbeat.tellOf(lanes);
        }
    }

    /**
     * Drains what is left in this, whose sources have stopped, and forgets it.
     * @param patienceNs for room in the event file; without any by then what is left is lost @param mostNs that the caller waits
     * @return false when the session ends meanwhile, or the pump has no core
     */
    boolean finish(Drain drain, long patienceNs, long mostNs) {
        long byNs = System.nanoTime() + patienceNs;
        room.giveUpAtNs = byNs; // a round that has begun ends by then as well
        while (true) {
            try {
                return await(new Finish(drain, byNs), mostNs);
            } catch (OutOfMemoryError full) {
                FullHeap.await();
            }
        }
    }

    private final class Finish extends Wish {
        private final Drain drain;
        private final long byNs;

        Finish(Drain drain, long byNs) {
            this.drain = drain;
            this.byNs = byNs;
        }

        /** Drains once more what was on its way when the sources stopped, for the round before may have been past it. */
        @Override
        void grant() {
            room.giveUpAtNs = byNs;
            drain.drain(room, true);
            room.giveUpAtNs = 0;
            drains.remove(drain);
            if (heartbeat.lanes() == drain) heartbeat.tellOf(null);
        }
    }

    /** Waits until everything appended before this call is in the event file, at most this long. */
    void flush(long timeoutMs) {
        await(new Flush(), timeoutMs * 1_000_000);
    }

    private final class Flush extends Wish {
        @Override
        void grant() {
            drainAll();
        }
    }

    /** Writes a MARK block behind everything that was appended before this call. @return false when the session ends meanwhile */
    boolean mark(LaneDrain lanes, int mark, long timeNs) {
        Mark wish = new Mark(lanes, mark, timeNs);
        return await(wish, Long.MAX_VALUE) && wish.isWritten;
    }

    private final class Mark extends Wish {
        private final LaneDrain lanes;
        private final int mark;
        private final long timeNs;
        private boolean isWritten;

        Mark(LaneDrain lanes, int mark, long timeNs) {
            this.lanes = lanes;
            this.mark = mark;
            this.timeNs = timeNs;
        }

        @Override
        void grant() {
            lanes.drain(room, false); // the round before may have read a lane before the mark was wanted
            if (!lanes.tellClocks(room) || !room.await(0)) return;
            heartbeat.tellTotals(); // before the answer: results that begin here are counted from these on
            room.file.writeMark(mark, timeNs);
            isWritten = true;
        }
    }

    /** The thread ends after its present block. */
    void end() {
        room.close();
        SluiceAccess.unpark(this);
        synchronized (this) {
            notifyAll();
        }
    }

    /** @return false when it is not granted in this time, or never will be */
    private synchronized boolean await(Wish wish, long mostNs) {
        long startNs = System.nanoTime();
        wishes.addLast(wish);
        SluiceAccess.unpark(this);
        while (wishes.contains(wish) && !room.isClosed() && isAlive() && System.nanoTime() - startNs < mostNs) {
            try {
                wait(10);
            } catch (InterruptedException notByUs) {
                // the conditions are looked at again
            }
        }
        return !wishes.contains(wish);
    }

    // ---- the pump

    @Override
    public void run() {
        long pauseNs = LONGEST_PAUSE_NS;
        try {
            while (!room.isClosed()) {
                boolean granted = false;
                try {
                    drainAll();
                    granted = grantNext();
                    heartbeat.beat();
                } catch (OutOfMemoryError full) {
                    heartbeat.watchTool(); // all else is found again as it was
                }
                if (!granted) {
                    pauseNs = nextPause(pauseNs);
                    if (!room.isClosed()) SluiceAccess.park(pauseNs);
                }
                interrupted(); // by a program that interrupts whatever it finds: else no pause would be one
            }
        } catch (Throwable broken) {
            leave(broken);
        } finally {
            end();
            if (heartbeat.lanes() != null) heartbeat.lanes().close();
        }
    }

    private void drainAll() {
        for (int i = 0; i < drains.size(); i++) drains.get(i).drain(room, false);
    }

    private boolean grantNext() {
        Wish wish;
        synchronized (this) {
            wish = wishes.peekFirst();
        }
        if (wish == null) return false;
        wish.grant();
        synchronized (this) {
            wishes.removeFirst();
            notifyAll();
        }
        return true;
    }

    /** Quickly back when rings fill quickly. */
    private long nextPause(long pauseNs) {
        if (drains.isEmpty()) return IDLE_PAUSE_NS;
        int fillPercent = 0;
        long longestNs = LONGEST_PAUSE_NS;
        for (int i = 0; i < drains.size(); i++) {
            fillPercent = Math.max(fillPercent, drains.get(i).fillPercent());
            longestNs = Math.min(longestNs, drains.get(i).longestPauseNs());
        }
        if (fillPercent > 25) return Math.max(pauseNs / 4, SHORTEST_PAUSE_NS);
        return Math.min(fillPercent < 6 ? pauseNs * 2 : pauseNs, longestNs);
    }

    /**
     * An InternalError: the event file was cut short. JDK 17 throws it some time after the store into a page that is gone, and
     * so perhaps another one into what is done about the first: that is done again.
     */
    private void leave(Throwable broken) {
        while (true) {
            try {
                outbox.report(Protocol.EVENT_FILE_UNWRITABLE, broken.toString());
                session.end("the event file cannot be written");
                return;
            } catch (InternalError | OutOfMemoryError again) {
                FullHeap.await();
            }
        }
    }
}
