package sluice.agent;

/** What the pump knows about one region: how far it has read its rings, and what it did not find any more. Pump only. */
final class RegionReader implements Drain {
    private final SluiceRegion region;
    /** Per ring: passes before this one are read, or lost. */
    private final long[] next = new long[SluiceRegion.ringCount()];
    private int missedPasses = SluiceRegion.missedPasses;
    private long passes;
    private long lostPasses;
    private long untoldLosses;
    private int fillPercent;

    RegionReader(SluiceRegion region) {
        this.region = region;
    }

    @Override
    public boolean drain(EventRoom room, boolean last) {
        fillPercent = 0;
        lookAround();
        boolean isWhole = true;
        for (int ring = 0; ring < SluiceRegion.ringCount() && !room.isClosed(); ring++) {
            isWhole &= drain(ring, room, last);
        }
        if (last && hasLost() && room.await(0)) writePasses(room, 0);
        return isWhole && !room.isClosed();
    }

    private boolean drain(int ring, EventRoom room, boolean last) {
        while (true) {
            int waiting = waiting(ring);
            fillPercent = Math.max(fillPercent, waiting * 100 / SluiceRegion.ringSlots());
            if (waiting == 0) return true;
            if (!room.await(waiting)) return false;
            int count = read(ring, room.words, waiting, last);
            if (count == 0) return true;
            writePasses(room, count);
        }
    }

    private void writePasses(EventRoom room, int count) {
        room.file.writePasses(region.id(), System.nanoTime(), takeLost(), room.words, count);
    }

    @Override
    public int fillPercent() {
        return fillPercent;
    }

    @Override
    public long longestPauseNs() {
        return Pump.LONGEST_PAUSE_NS;
    }

    /** Passes that were counted: read and lost. */
    long passes() {
        return passes;
    }

    /** Of those, the ones whose time is not known. */
    long lostPasses() {
        return lostPasses;
    }

    /** To be called now and then. */
    void lookAround() {
        region.releaseRings();
        int missed = SluiceRegion.missedPasses;
        lose(missed - missedPasses);
        missedPasses = missed;
    }

    /** How many passes of a ring can be read, those included that are lost by then; at most BlockLayout.MAX_EVENTS. */
    int waiting(int ring) {
        long waiting = region.passesOf(ring) - next[ring];
        return (int) Math.min(waiting, BlockLayout.MAX_EVENTS);
    }

    /**
     * Reads the next passes that are still in the ring.
     * @param last nobody writes any more: what is not written yet is lost
     * @return how many durations there are, fewer than most where passes were overwritten or are not written yet
     */
    int read(int ring, long[] durationsNs, int most, boolean last) {
        long end = region.passesOf(ring);
        long oldest = Math.max(next[ring], end - SluiceRegion.ringSlots());
        lose(oldest - next[ring]);
        next[ring] = oldest;
        int count = 0;
        while (count < most && next[ring] < end) {
            long durationNs = region.durationOf(ring, next[ring]);
            if (durationNs == NOT_WRITTEN && !last) break; // its thread lost its core there: the next time
            if (durationNs >= 0) durationsNs[count++] = durationNs;
            else lose(1);
            next[ring]++;
        }
        passes += count;
        return count;
    }

    boolean hasLost() {
        return untoldLosses > 0;
    }

    /** Losses that the event file does not tell yet: it will now. */
    int takeLost() {
        int told = (int) Math.min(untoldLosses, Integer.MAX_VALUE);
        untoldLosses -= told;
        return told;
    }

    private void lose(long count) {
        passes += count;
        lostPasses += count;
        untoldLosses += count;
    }

    /** See SluiceRegion.durationOf. */
    private static final long NOT_WRITTEN = -1;
}
