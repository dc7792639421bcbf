package sluice.agent;

/** Tells how a ticker keeps the time, and takes the cell from one that does not. Pump only. */
final class TickerTeller {
    private final SluiceTicker ticker;
    private final long[] entry = new long[SluiceTicker.FIELDS];

    TickerTeller(SluiceTicker ticker) {
        this.ticker = ticker;
    }

    /** Takes the cell from a ticker that does not keep it, so that events read the clock themselves. */
    void watch(EventRoom room) {
        long sinceNs = ticker.starve(System.nanoTime());
        if (sinceNs == 0 || !tell(room)) return;
        long nowNs = System.nanoTime();
        write(room, SluiceTicker.GAP, sinceNs, nowNs - sinceNs);
        write(room, SluiceTicker.STARVED, nowNs, 0);
    }

    /**
     * To be called when the position of a lane was read, before its events are told: a gap comes before the events behind it.
     * @return false when the file has no room and will get none
     */
    boolean tell(EventRoom room) {
        while (ticker.hasUntold()) {
            ticker.take(entry);
            if (!write(room, (int) entry[0], entry[1], entry[2])) return false;
        }
        return true;
    }

    private static boolean write(EventRoom room, int what, long sinceNs, long durationNs) {
        boolean hasRoom = room.await(1);
        if (hasRoom) room.file.writeTicker(what, sinceNs, durationNs);
        return hasRoom;
    }
}
