package sluice.agent;

import java.util.ArrayList;

/** The timed code regions of a session. Worker only, except abort. */
final class Regions {
    /** A tool that gives no room back for so long will not do it for the end of a region either. */
    private static final long LAST_PASSES_NS = 5_000_000_000L;

    private static final class Timed {
        final SluiceRegion region;
        final RegionReader reader;

        Timed(SluiceRegion region) {
            this.region = region;
            this.reader = new RegionReader(region);
        }
    }

    private final Pump pump;
    private final ArrayList<Timed> running = new ArrayList<>();
    private boolean aborted;

    Regions(Pump pump) {
        this.pump = pump;
    }

    /** REGION_STARTED */
    synchronized byte[] start(int id) throws ProtocolException, CommandFailure {
        if (aborted) throw new CommandFailure(Protocol.FAILED_STATE, "the session ends");
        if (running.size() >= Protocol.MAX_REGIONS) {
            throw new CommandFailure(Protocol.FAILED_STATE,
                    running.size() + " regions are timed; at most " + Protocol.MAX_REGIONS + " are allowed");
        }
        Timed timed = new Timed(SluiceRegion.start(AgentThread.class));
        running.add(timed);
        pump.begin(timed.reader);
        return new PacketWriter(id, MessageType.REGION_STARTED).u32(timed.region.id()).toPacket();
    }

    /** REGION_STOPPED, once all that was read is in the event file; null when the session ends meanwhile. */
    byte[] stop(int id, int regionId) throws ProtocolException, CommandFailure {
        Timed timed = take(regionId);
        timed.region.stop();
        if (!pump.finish(timed.reader, LAST_PASSES_NS, Long.MAX_VALUE)) return null;
        return new PacketWriter(id, MessageType.REGION_STOPPED)
                .i64(timed.reader.passes())
                .i64(timed.reader.lostPasses())
                .toPacket();
    }

    /** The session ends: the probes do nothing from now on. */
    synchronized void abort() {
        aborted = true;
        for (int i = 0; i < running.size(); i++) running.get(i).region.stop();
        running.clear();
    }

    private synchronized Timed take(int regionId) throws CommandFailure {
        for (int i = 0; i < running.size(); i++) {
            if (running.get(i).region.id() == regionId) return running.remove(i);
        }
        throw new CommandFailure(Protocol.FAILED_STATE, "no region " + (regionId & 0xffffffffL) + " is timed");
    }
}
