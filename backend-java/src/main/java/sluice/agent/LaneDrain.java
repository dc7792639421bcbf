package sluice.agent;

import java.util.ArrayList;

/** The lanes of one recording, and its accounts. It also sees what threads ask for beside them: first invocations, reflective calls. */
final class LaneDrain implements Drain {
    /** Where a clock pauses, halts are seen by nobody else: of 3 ms and more (stretchSamples.ts), so it looks so often. */
    private static final long LONGEST_PAUSE_IN_BURSTS_NS = 1_000_000;
    private static final long HOUSEKEEPING_NS = 250_000_000;

    final SluiceRecording recording;
    /** What threads wait for a core is told. */
    private final boolean tellsCoreWaits;
    private final Outbox outbox;
    private final ReflectedCalls reflectedCalls;
    private final ClassLoadStops classLoads;
    private final FirstInvocations firstInvocations;
    private final ArrayList<LaneReader> lanes = new ArrayList<>();
    /** Accounts of lanes that are gone. */
    private final Totals ended = new Totals();
    /** Taken from the recording, and not among `lanes` yet. */
    private SluiceLane newLanes;
    /** Of the last ticker there was; null before. */
    private volatile TickerTeller ticker;
    private boolean toldOfTooMany;
    /** So many of the recording's labels are in the file. */
    private int toldLabels;
    private long lastHousekeepingNs = System.nanoTime();
    private int fillPercent;

    LaneDrain(SluiceRecording recording, boolean tellsCoreWaits, Outbox outbox, ReflectedCalls reflectedCalls, ClassLoadStops classLoads) {
        this.recording = recording;
        this.tellsCoreWaits = tellsCoreWaits;
        this.outbox = outbox;
        this.reflectedCalls = reflectedCalls;
        this.classLoads = classLoads;
        firstInvocations = new FirstInvocations(outbox);
    }

    /** From now on what this ticker tells is told to the tool, and whether it has its core is watched. Any thread. */
    void take(SluiceTicker newTicker) {
        ticker = new TickerTeller(newTicker);
    }

    @Override
    public boolean drain(EventRoom room, boolean last) {
        fillPercent = 0;
        boolean isWhole = pass(room);
        if (last) {
            if (isWhole) isWhole = tellOpenRoots(room);
            finish(isWhole);
        }
        return isWhole;
    }

    @Override
    public int fillPercent() {
        return fillPercent;
    }

    @Override
    public long longestPauseNs() {
        return recording.clock() == SluiceRecording.BURSTS ? LONGEST_PAUSE_IN_BURSTS_NS : Pump.LONGEST_PAUSE_NS;
    }

    /**
     * Where the clocks of the threads stand: the time of a mark says nothing of them. Nothing where one clock is everybody's.
     * @return false when the file has no room and will get none
     */
    boolean tellClocks(EventRoom room) {
        if (recording.clock() != SluiceRecording.CPU) return true;
        for (int i = 0; i < lanes.size(); i++) {
            LaneReader reader = lanes.get(i);
            SluiceLane lane = reader.lane;
            if (lane.clock() != SluiceRecording.CPU || !reader.isTold()) continue;
            long timeNs = SluiceThreadTime.ofThread(lane.threadId);
            if (timeNs < 0) continue; // it has ended
            if (!room.await(1)) return false;
            long[] word = {SluiceWord.ofClock(timeNs)};
            room.file.writeEvents(lane.threadId, reader.eventFlags, timeNs, 0, word, 0, 1);
            ended.producedEvents++;
        }
        return true;
    }

    /** What threads have allocated in root calls that have not ended, where they wait. @return false when the file has no room and will get none */
    private boolean tellOpenRoots(EventRoom room) {
        for (int i = 0; i < lanes.size(); i++) {
            LaneReader reader = lanes.get(i);
            long word = reader.isTold() ? SluiceAllocation.ofOpenRoot(reader.lane) : 0;
            if (word == 0) continue;
            if (!room.await(1)) return false;
            room.file.writeEvents(reader.lane.threadId, 0, 0, 0, new long[] {word}, 0, 1);
            ended.producedEvents++;
        }
        return true;
    }

    void tellFirstInvocations() {
        firstInvocations.tell();
    }

    Totals totals() {
        Totals totals = ended.copy();
        totals.classLoads = classLoads.count();
        totals.classLoadNs = classLoads.sumNs();
        for (int i = 0; i < lanes.size(); i++) totals.add(lanes.get(i).lane);
        totals.lanes = lanes.size();
        return totals;
    }

    void close() {
        for (int i = 0; i < lanes.size(); i++) lanes.get(i).coreWaits.close();
    }

    /** @param isWhole all that was in the lanes is in the file; for a thread that appends a word even later, it ended before */
    private void finish(boolean isWhole) {
        close();
        for (int i = 0; i < lanes.size(); i++) {
            ended.add(lanes.get(i).lane);
            if (!isWhole) ended.addUndrained(lanes.get(i).lane);
        }
        lanes.clear();
        recording.labels.release();
        recording.release();
    }

    /** @return whether all that was in the lanes is in the file now */
    private boolean pass(EventRoom room) {
        if (ticker != null) ticker.watch(room);
        takeNewLanes();
        boolean lookForEnded = System.nanoTime() - lastHousekeepingNs > HOUSEKEEPING_NS;
        if (lookForEnded) {
            lastHousekeepingNs = System.nanoTime();
            SluiceProbe.nextBeat();
        }
        SluiceLane busiest = null;
        long mostEvents = 0;
        for (int i = 0; i < lanes.size() && !room.isClosed(); ) {
            LaneReader reader = lanes.get(i);
            // Before draining: a thread that has ended, or given its lane back, appends nothing after that.
            boolean over = reader.lane.virtual && reader.lane.ownership.take()
                    || (lookForEnded || reader.lane.virtual) && reader.threadHasEnded();
            long before = reader.lane.drained();
            reader.endVainPause(System.nanoTime());
            if (!drain(reader, room)) return false;
            long events = reader.lane.drained() - before;
            if (events > mostEvents && !over && !reader.lane.virtual) {
                mostEvents = events;
                busiest = reader.lane;
            }
            firstInvocations.ask(reader.lane.firstCalls.takeInvoked());
            Object reflected = reader.lane.firstCalls.takeReflected();
            if (reflected != null) reflectedCalls.askCall(reflected);
            if (over) remove(i, room);
            else i++;
        }
        for (int gate = recording.takeMade(); gate != 0; gate = recording.takeMade()) firstInvocations.ask(gate);
        for (Class<?> type = recording.takeAllocated(); type != null; type = recording.takeAllocated()) {
            reflectedCalls.askMade(type);
        }
        if (busiest != null) recording.expectMostFrom(busiest);
        firstInvocations.tell();
        tellWitnessed();
        return !room.isClosed();
    }

    private void tellWitnessed() {
        int[] methodIds = recording.witnesses.take();
        if (methodIds == null) return;
        PacketWriter packet = new PacketWriter(Protocol.NO_ANSWER, MessageType.WITNESSED, methodIds.length * 4 + 4);
        packet.u32(methodIds.length);
        for (int methodId : methodIds) packet.u32(methodId);
        if (!outbox.offer(packet)) recording.witnesses.giveBack(methodIds);
    }

    private void takeNewLanes() {
        if (newLanes == null) newLanes = recording.takeNewLanes();
        while (newLanes != null) {
            lanes.add(new LaneReader(newLanes, recording.clock()));
            newLanes = SluiceRecording.next(newLanes);
        }
    }

    /** @return false when the file has no room and will get none */
    private boolean drain(LaneReader reader, EventRoom room) {
        SluiceLane lane = reader.lane;
        long drained = lane.drained();
        long waitedNs = tellsCoreWaits && drained < lane.positionAcquire() ? takeCoreWait(reader.coreWaits) : 0;
        long waitedUpToNs = System.nanoTime();
        long position = lane.positionAcquire();
        if (ticker != null && !ticker.tell(room)) return false;
        int dropped = reader.untoldDrops();
        if (drained < position || dropped > 0) {
            fillPercent = Math.max(fillPercent, (int) ((position - drained) * 100 / lane.ring().length));
            if (!tellName(reader, room) || !tellLabels(room)) return false;
            if (waitedNs > 0) {
                if (!room.await(BlockLayout.CORE_WAIT_WORDS)) return false;
                room.words[0] = waitedNs;
                room.words[1] = position - drained;
                room.words[2] = reader.coreWaits.sinceNs();
                room.words[3] = reader.coreWaits.ranNs();
                room.words[4] = reader.coreWaits.arrivals();
                room.file.writeCoreWait(lane.threadId, waitedUpToNs, room.words);
                ended.coreWaitNs += waitedNs;
            }
            do {
                int count = (int) Math.min(position - drained, BlockLayout.MAX_EVENTS);
                if (!room.await(count)) return false;
                long nowNs = System.nanoTime();
                long clockNs = lane.clockNs(nowNs);
                room.file.writeEvents(lane.threadId, reader.eventFlags, clockNs, dropped, lane.ring(), drained, count);
                drained += count;
                lane.drainedRelease(drained);
                recording.drains.gotOn(nowNs);
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

    private static boolean tellName(LaneReader reader, EventRoom room) {
        String name = reader.newName();
        if (name == null) return true;
        long[] payload = BlockLayout.textPayload(name);
        if (!room.await(payload.length)) return false;
        room.file.writeThread(reader.lane.threadId, reader.lane.virtual, payload);
        reader.told(name);
        return true;
    }

    /** Those that words may have which were read before. */
    private boolean tellLabels(EventRoom room) {
        for (int count = recording.labels.count(); toldLabels < count; toldLabels++) {
            SluiceLabels.Label label = recording.labels.get(toldLabels);
            long[] payload = BlockLayout.textPayload(label.text());
            if (!room.await(payload.length)) return false;
            room.file.writeLabel(label.number(), payload);
        }
        return true;
    }

    /** A drained lane whose thread is gone, or has given it back. */
    private void remove(int index, EventRoom room) {
        LaneReader reader = lanes.get(index);
        LaneReader last = lanes.remove(lanes.size() - 1);
        if (last != reader) lanes.set(index, last);
        if (reader.isTold() && room.await(0)) room.file.writeThreadEnd(reader.lane.threadId);
        ended.add(reader.lane);
        reader.coreWaits.close();
        recording.remove(reader.lane);
    }
}
