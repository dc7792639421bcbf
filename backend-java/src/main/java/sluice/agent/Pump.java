package sluice.agent;

import java.lang.reflect.Executable;
import java.util.ArrayList;

/**
 * The one thread that empties the lanes into the event file, and the only one that touches the file. It also sees
 * what has to be seen regularly: first invocations, ended threads, the silence of the tool.
 */
final class Pump extends AgentThread {
    private static final long SHORTEST_PAUSE_NS = 100_000;
    private static final long LONGEST_PAUSE_NS = 20_000_000;
    /** Where a clock pauses, halts are seen by nobody else: of 3 ms and more (stretchSamples.ts), so it looks so often. */
    private static final long LONGEST_PAUSE_IN_BURSTS_NS = 1_000_000;
    private static final long IDLE_PAUSE_NS = 100_000_000;
    private static final long HEARTBEAT_NS = 500_000_000;
    private static final long HOUSEKEEPING_NS = 250_000_000;
    private static final long NO_ROOM_PAUSE_NS = 200_000;
    /** A tool that gives no room back for so long will not do it for the end of a region either. */
    private static final long LAST_PASSES_NS = 5_000_000_000L;

    private final Session session;
    private final EventFile file;
    private final Outbox outbox;
    private final ToolWatch toolWatch;
    private final ReflectedCalls reflectedCalls;
    private final ClassLoadStops classLoads;
    private final ArrayList<LaneReader> lanes = new ArrayList<>();
    private final FirstInvocations firstInvocations;
    /** Accounts of lanes that are gone. */
    private Totals ended = new Totals();

    private SluiceRecording recording;
    /** What threads wait for a core is told. */
    private boolean tellsCoreWaits;
    private boolean toldOfTooMany;
    /** Taken from the recording, and not among `lanes` yet. */
    private SluiceLane newLanes;
    /** The last one there was; null before. */
    private volatile SluiceTicker ticker;
    private final long[] told = new long[SluiceTicker.FIELDS];
    private long lastHeartbeatNs = System.nanoTime();
    private long lastHousekeepingNs = lastHeartbeatNs;
    /** The highest share of a ring that the last pass found filled, in percent. */
    private int fillPercent;
    /** When the rest of a recording is given up; 0 = it has no such time. */
    private volatile long giveUpAtNs;
    private final ArrayList<RegionReader> regions = new ArrayList<>();
    private final long[] durationsNs = new long[BlockLayout.MAX_EVENTS];

    // Guarded by this: what other threads want.
    private SluiceRecording wanted;
    private boolean wantedTellsCoreWaits;
    private boolean finishing;
    private long finishByNs;
    private Totals finished;
    private final ArrayList<RegionReader> newRegions = new ArrayList<>();
    private final ArrayList<RegionReader> stoppedRegions = new ArrayList<>();
    /** Flags of a MARK block; 0 = none is to be written. */
    private int wantedMark;
    private long wantedMarkNs;
    private long flushesWanted;
    private long flushesDone;
    private volatile boolean ending;

    Pump(Session session, EventFile file, Outbox outbox, ToolWatch toolWatch, ReflectedCalls reflectedCalls, ClassLoadStops classLoads) {
        super("pump");
        this.session = session;
        this.file = file;
        this.outbox = outbox;
        firstInvocations = new FirstInvocations(outbox);
        this.toolWatch = toolWatch;
        this.reflectedCalls = reflectedCalls;
        this.classLoads = classLoads;
    }

    // ---- other threads

    /** From now on the lanes of this recording are drained. */
    synchronized void begin(SluiceRecording newRecording, boolean newTellsCoreWaits) {
        wanted = newRecording;
        wantedTellsCoreWaits = newTellsCoreWaits;
        finished = null;
        SluiceAccess.unpark(this);
    }

    /** From now on what this ticker tells is told to the tool, and whether it has its core is watched. */
    void take(SluiceTicker newTicker) {
        ticker = newTicker;
    }

    /**
     * Drains what the stopped recording has left, and forgets it.
     * @param patienceNs for room in the event file; without any by then events are dropped @param mostNs that the caller waits
     * @return its accounts; null when the session ends meanwhile, or the pump has no core
     */
    synchronized Totals finish(long patienceNs, long mostNs) {
        long startNs = System.nanoTime();
        finishByNs = giveUpAtNs = startNs + patienceNs; // a pass that has begun ends by then as well
        finishing = true;
        SluiceAccess.unpark(this);
        while (finished == null && !ending && isAlive() && System.nanoTime() - startNs < mostNs) waitABit();
        Totals totals = finished;
        finished = null;
        return totals;
    }

    /** From now on the passes of this region are read. */
    synchronized void begin(RegionReader region) {
        newRegions.add(region);
        SluiceAccess.unpark(this);
    }

    /** Reads what the stopped region has left, and forgets it. @return false when the session ends meanwhile */
    synchronized boolean finish(RegionReader region) {
        stoppedRegions.add(region);
        SluiceAccess.unpark(this);
        while (stoppedRegions.contains(region) && !ending && isAlive()) waitABit();
        return !stoppedRegions.contains(region);
    }

    /** Waits until everything appended before this call is in the event file, at most this long. */
    synchronized void flush(long timeoutMs) {
        long deadlineNs = System.nanoTime() + timeoutMs * 1_000_000;
        long mine = ++flushesWanted;
        SluiceAccess.unpark(this);
        while (flushesDone < mine && !ending && isAlive() && System.nanoTime() < deadlineNs) waitABit();
    }

    /** Writes a MARK block behind everything that was appended before this call. @return false when the session ends meanwhile */
    synchronized boolean mark(int mark, long timeNs) {
        wantedMark = mark;
        wantedMarkNs = timeNs;
        SluiceAccess.unpark(this);
        while (wantedMark != 0 && !ending && isAlive()) waitABit();
        return wantedMark == 0;
    }

    /** The thread ends after its present block. */
    void end() {
        ending = true;
        SluiceAccess.unpark(this);
        synchronized (this) {
            notifyAll();
        }
    }

    private void waitABit() {
        try {
            wait(10);
        } catch (InterruptedException notByUs) {
            // the conditions are looked at again
        }
    }

    // ---- the pump

    @Override
    public void run() {
        long pauseNs = LONGEST_PAUSE_NS;
        try {
            while (!ending) {
                try {
                    turn();
                } catch (OutOfMemoryError full) {
                    toolWatch.look(System.nanoTime(), recording); // all else is found again as it was
                }
                pauseNs = nextPause(pauseNs);
                if (!ending) SluiceAccess.park(pauseNs);
                interrupted(); // by a program that interrupts whatever it finds: else no pause would be one
            }
        } catch (Throwable broken) {
            leave(broken);
        } finally {
            end();
            for (int i = 0; i < lanes.size(); i++) lanes.get(i).coreWaits.close();
        }
    }

    private void turn() {
        long flushes = takeWishes();
        fillPercent = 0;
        if (recording != null) pass();
        for (int i = 0; i < regions.size(); i++) read(regions.get(i), false);
        answerWishes(flushes);
        tick();
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

    /** Quickly back when lanes fill quickly; the longest pause is what a killed target may lose. */
    private long nextPause(long pauseNs) {
        if (recording == null && regions.isEmpty()) return IDLE_PAUSE_NS;
        if (fillPercent > 25) return Math.max(pauseNs / 4, SHORTEST_PAUSE_NS);
        boolean bursts = recording != null && recording.clock() == SluiceRecording.BURSTS;
        return Math.min(fillPercent < 6 ? pauseNs * 2 : pauseNs, bursts ? LONGEST_PAUSE_IN_BURSTS_NS : LONGEST_PAUSE_NS);
    }

    private synchronized long takeWishes() {
        if (wanted != null) {
            ended = new Totals();
            classLoads.forget();
            recording = wanted;
            tellsCoreWaits = wantedTellsCoreWaits;
            toldOfTooMany = false;
            wanted = null;
            firstInvocations.forget();
        }
        regions.addAll(newRegions);
        newRegions.clear();
        return flushesWanted;
    }

    private void answerWishes(long flushes) {
        writeWantedMark();
        boolean finish;
        synchronized (this) {
            finish = finishing && wanted == null;
            if (finish) giveUpAtNs = finishByNs;
        }
        Totals totals = null;
        if (finish) {
            // What was on its way into a lane when the probes went off. For a thread that appends a word even later, it ended before.
            boolean isWhole = recording == null || pass();
            giveUpAtNs = 0;
            totals = totals();
            for (int i = 0; i < lanes.size(); i++) {
                if (!isWhole) totals.addUndrained(lanes.get(i).lane);
                lanes.get(i).coreWaits.close();
            }
            lanes.clear();
            if (recording != null) recording.release();
            recording = null;
            ended = new Totals();
        }
        finishRegions();
        synchronized (this) {
            if (finish) {
                finishing = false;
                finished = totals;
            }
            flushesDone = flushes;
            notifyAll();
        }
    }

    private void writeWantedMark() {
        int mark;
        long timeNs;
        synchronized (this) {
            mark = wantedMark;
            timeNs = wantedMarkNs;
        }
        if (mark == 0 || recording == null) return;
        pass(); // the last one may have read a lane before the mark was wanted
        if (recording.clock() == SluiceRecording.CPU && !tellClocks()) return;
        if (!awaitRoom(BlockLayout.HEADER_BYTES)) return;
        tellTotals(System.nanoTime()); // before the answer: results that begin here are counted from these on
        file.writeMark(mark, timeNs);
        synchronized (this) {
            wantedMark = 0;
        }
    }

    /** Where the clocks of the threads stand: the time of a mark says nothing of them. @return false when the file has no room */
    private boolean tellClocks() {
        for (int i = 0; i < lanes.size(); i++) {
            LaneReader reader = lanes.get(i);
            SluiceLane lane = reader.lane;
            if (lane.clock() != SluiceRecording.CPU || !reader.isTold()) continue;
            long timeNs = SluiceThreadTime.ofThread(lane.threadId());
            if (timeNs < 0) continue; // it has ended
            if (!awaitRoom(BlockLayout.HEADER_BYTES + 8)) return false;
            long[] word = {SluiceWord.ofClock(timeNs)};
            file.writeEvents(lane.threadId(), reader.eventFlags, timeNs, 0, word, 0, 1);
            ended.producedEvents++;
        }
        return true;
    }

    private void finishRegions() {
        RegionReader[] stopped;
        synchronized (this) {
            stopped = stoppedRegions.toArray(new RegionReader[0]);
        }
        if (stopped.length == 0) return;
        giveUpAtNs = System.nanoTime() + LAST_PASSES_NS;
        for (RegionReader region : stopped) {
            read(region, true);
            regions.remove(region);
        }
        giveUpAtNs = 0;
        synchronized (this) {
            for (RegionReader region : stopped) stoppedRegions.remove(region);
        }
    }

    /** @param last the region is stopped: what is not written by now never will be */
    private void read(RegionReader region, boolean last) {
        region.lookAround();
        for (int ring = 0; ring < SluiceRegion.ringCount() && !ending; ring++) {
            while (true) {
                int waiting = region.waiting(ring);
                fillPercent = Math.max(fillPercent, waiting * 100 / SluiceRegion.ringSlots());
                if (waiting == 0 || !awaitRoom(BlockLayout.HEADER_BYTES + waiting * 8)) break;
                int count = region.read(ring, durationsNs, waiting, last);
                if (count == 0) break;
                file.writePasses(region.id(), System.nanoTime(), region.takeLost(), durationsNs, count);
            }
        }
        if (last && region.hasLost() && awaitRoom(BlockLayout.HEADER_BYTES)) {
            file.writePasses(region.id(), System.nanoTime(), region.takeLost(), durationsNs, 0);
        }
    }

    /** @return whether all that was in the lanes is in the file now */
    private boolean pass() {
        if (ticker != null) watchTicker();
        takeNewLanes();
        boolean lookForEnded = System.nanoTime() - lastHousekeepingNs > HOUSEKEEPING_NS;
        if (lookForEnded) lastHousekeepingNs = System.nanoTime();
        SluiceLane busiest = null;
        long mostEvents = 0;
        for (int i = 0; i < lanes.size() && !ending; ) {
            LaneReader reader = lanes.get(i);
            // Before draining: a thread that has ended, or given its lane back, appends nothing after that.
            boolean over = reader.lane.isVirtual() && reader.lane.takeReleased()
                    || (lookForEnded || reader.lane.isVirtual()) && reader.threadHasEnded();
            long before = reader.lane.drained();
            reader.endVainPause(System.nanoTime());
            if (!drain(reader)) return false;
            long events = reader.lane.drained() - before;
            if (events > mostEvents && !over && !reader.lane.isVirtual()) {
                mostEvents = events;
                busiest = reader.lane;
            }
            firstInvocations.ask(reader.lane.firstCalls.takeInvoked());
            Executable reflected = reader.lane.firstCalls.takeReflected();
            if (reflected != null) reflectedCalls.ask(reflected);
            if (over) remove(i);
            else i++;
        }
        for (int gate = recording.takeMade(); gate != 0; gate = recording.takeMade()) firstInvocations.ask(gate);
        for (Class<?> type = recording.takeAllocated(); type != null; type = recording.takeAllocated()) {
            reflectedCalls.ask(type);
        }
        if (busiest != null) recording.expectMostFrom(busiest);
        firstInvocations.tell();
        return !ending;
    }

    private void takeNewLanes() {
        if (newLanes == null) newLanes = recording.takeNewLanes();
        while (newLanes != null) {
            lanes.add(new LaneReader(newLanes, recording.clock()));
            newLanes = SluiceRecording.next(newLanes);
        }
    }

    /** Takes the cell from a ticker that does not keep it, so that events read the clock themselves. */
    private void watchTicker() {
        long sinceNs = ticker.starve(System.nanoTime());
        if (sinceNs == 0 || !tellTicker()) return;
        long nowNs = System.nanoTime();
        writeTicker(SluiceTicker.GAP, sinceNs, nowNs - sinceNs);
        writeTicker(SluiceTicker.STARVED, nowNs, 0);
    }

    /** @return false when the file has no room and will get none */
    private boolean tellTicker() {
        while (ticker.hasUntold()) {
            ticker.take(told);
            if (!writeTicker((int) told[0], told[1], told[2])) return false;
        }
        return true;
    }

    private boolean writeTicker(int what, long sinceNs, long durationNs) {
        boolean hasRoom = awaitRoom(BlockLayout.HEADER_BYTES + 8);
        if (hasRoom) file.writeTicker(what, sinceNs, durationNs);
        return hasRoom;
    }

    /** @return false when the file has no room and will get none */
    private boolean drain(LaneReader reader) {
        SluiceLane lane = reader.lane;
        long drained = lane.drained();
        long waitedNs = tellsCoreWaits && drained < lane.positionAcquire() ? takeCoreWait(reader.coreWaits) : 0;
        long waitedUpToNs = System.nanoTime();
        long position = lane.positionAcquire();
        if (ticker != null && !tellTicker()) return false; // a gap comes before the events behind it
        int dropped = reader.untoldDrops();
        if (drained < position || dropped > 0) {
            fillPercent = Math.max(fillPercent, (int) ((position - drained) * 100 / lane.ring().length));
            if (!tellName(reader)) return false;
            if (waitedNs > 0) {
                if (!awaitRoom(BlockLayout.HEADER_BYTES + BlockLayout.CORE_WAIT_WORDS * 8)) return false;
                file.writeCoreWait(lane.threadId(), waitedUpToNs, waitedNs, position - drained, reader.coreWaits);
                ended.coreWaitNs += waitedNs;
            }
            do {
                int count = (int) Math.min(position - drained, BlockLayout.MAX_EVENTS);
                if (!awaitRoom(BlockLayout.HEADER_BYTES + count * 8)) return false;
                long nowNs = System.nanoTime();
                long clockNs = lane.clockNs(nowNs);
                file.writeEvents(lane.threadId(), reader.eventFlags, clockNs, dropped, lane.ring(), drained, count);
                drained += count;
                lane.drainedRelease(drained);
                recording.noteDrained(nowNs);
                reader.toldDrops(dropped);
                dropped = 0;
            } while (drained < position);
        }
        lane.makeRoom();
        return true;
    }

    private long takeCoreWait(CoreWaits coreWaits) {
        if (coreWaits.isOneTooMany() && !toldOfTooMany) {
            toldOfTooMany = true;
            outbox.report(Protocol.CORE_WAITS_OF_TOO_MANY, String.valueOf(CoreWaits.MOST_FILES));
        }
        return coreWaits.takeNs();
    }

    private boolean tellName(LaneReader reader) {
        String name = reader.newName();
        if (name == null) return true;
        long[] payload = BlockLayout.threadPayload(name);
        if (!awaitRoom(BlockLayout.HEADER_BYTES + payload.length * 8)) return false;
        file.writeThread(reader.lane.threadId(), reader.lane.isVirtual(), payload);
        reader.told(name);
        return true;
    }

    /** A drained lane whose thread is gone, or has given it back. */
    private void remove(int index) {
        LaneReader reader = lanes.get(index);
        LaneReader last = lanes.remove(lanes.size() - 1);
        if (last != reader) lanes.set(index, last);
        if (reader.isTold() && awaitRoom(BlockLayout.HEADER_BYTES)) {
            file.writeThreadEnd(reader.lane.threadId());
        }
        ended.add(reader.lane);
        reader.coreWaits.close();
        recording.remove(reader.lane);
    }

    /** Nothing is held while waiting: lanes fill up, and their owners wait or drop by their own deadlines. */
    private boolean awaitRoom(int blockBytes) {
        while (!file.hasRoomFor(blockBytes)) {
            if (ending || giveUpAtNs != 0 && System.nanoTime() > giveUpAtNs) return false;
            try {
                tick();
                firstInvocations.tell();
            } catch (OutOfMemoryError full) {
                toolWatch.look(System.nanoTime(), recording); // the rest is told later
            }
            SluiceAccess.park(NO_ROOM_PAUSE_NS);
        }
        return true;
    }

    private void tick() {
        long nowNs = System.nanoTime();
        toolWatch.look(nowNs, recording);
        if (nowNs - lastHeartbeatNs > HEARTBEAT_NS) tellTotals(nowNs);
    }

    private void tellTotals(long nowNs) {
        lastHeartbeatNs = nowNs;
        Totals totals = totals();
        outbox.offer(totals.write(new PacketWriter(Protocol.NO_ANSWER, MessageType.HEARTBEAT)).u32(totals.lanes));
    }

    private Totals totals() {
        Totals totals = ended.copy();
        totals.classLoads = classLoads.count();
        totals.classLoadNs = classLoads.sumNs();
        for (int i = 0; i < lanes.size(); i++) totals.add(lanes.get(i).lane);
        totals.lanes = lanes.size();
        return totals;
    }
}
