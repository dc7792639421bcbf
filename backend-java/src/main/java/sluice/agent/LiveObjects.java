package sluice.agent;

import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;

/**
 * The objects of a recording that are followed: tells the tool of each, and after each collection which of them are gone. It looks
 * through all references then, and has no queue: a queue is behind when many objects die, and what waits in it looks alive. Pump only,
 * but for the constructor.
 */
final class LiveObjects implements Drain {
    /** Of the largest heap that references may take. */
    private static final int HEAP_SHARE = 100;
    /** A reference and its place in the array. */
    private static final int REFERENCE_BYTES = 56;
    /** In the smallest heaps. */
    private static final long FEWEST = 1_000;
    /** Collectors that run beside the program clear references over a while. */
    private static final long SECOND_LOOK_NS = 500_000_000;
    private static final int BIRTH_WORDS = 3;
    private static final int BIRTHS_AT_ONCE = BlockLayout.MAX_EVENTS / BIRTH_WORDS;

    private final SluiceLive live;
    private final long everyBytes;
    private final Outbox outbox;
    private SluiceTracked[] references = new SluiceTracked[256];
    private int count;
    /** Taken, and not told yet. */
    private SluiceTracked untold;
    private WeakReference<Object> sentinel = new WeakReference<>(new Object());
    private long seenCollections;
    private long lookAgainAtNs;

    /** @param everyBytes 0: only what is followed whatever its size */
    LiveObjects(Instrumentation jvm, Outbox outbox, long everyBytes) {
        this.outbox = outbox;
        this.everyBytes = everyBytes;
        SluiceCollections.locate();
        long most = Math.max(Runtime.getRuntime().maxMemory() / HEAP_SHARE / REFERENCE_BYTES, FEWEST);
        SluiceLive.Sizes sizes = new JvmSizes(jvm);
        sizes.of(this); // loads what it needs, on this thread
        int[] layout = ObjectLayout.of(jvm);
        live = new SluiceLive(everyBytes, most, sizes, layout[0], layout[1], layout[2], layout[3]);
        seenCollections = SluiceCollections.count();
    }

    private static final class JvmSizes extends SluiceLive.Sizes {
        private final Instrumentation jvm;

        JvmSizes(Instrumentation jvm) {
            this.jvm = jvm;
        }

        @Override
        public long of(Object object) {
            return jvm.getObjectSize(object);
        }
    }

    /** From now on objects are followed. */
    void start() {
        live.start();
    }

    @Override
    public boolean drain(EventRoom room, boolean last) {
        boolean isTold = tellNew(room) && tellDeaths(room, last);
        if (last) release(isTold);
        return isTold;
    }

    /** After a collection, and a while after it, and at the end. */
    private boolean tellDeaths(EventRoom room, boolean last) {
        if (!SluiceCollections.areCounted() && sentinel.refersTo(null)) {
            sentinel = new WeakReference<>(new Object());
            SluiceCollections.notice();
        }
        long collections = SluiceCollections.count();
        long nowNs = System.nanoTime();
        boolean isSecondLook = lookAgainAtNs != 0 && nowNs - lookAgainAtNs > 0;
        if (collections == seenCollections && !isSecondLook && !last) return true;
        lookAgainAtNs = collections == seenCollections ? 0 : nowNs + SECOND_LOOK_NS;
        seenCollections = collections;
        return tellGone(room);
    }

    @Override
    public int fillPercent() {
        return 0;
    }

    @Override
    public long longestPauseNs() {
        return Pump.LONGEST_PAUSE_NS;
    }

    private boolean tellNew(EventRoom room) {
        while (true) {
            if (untold == null) untold = live.takeNew();
            if (untold == null) return true;
            int births = 0;
            for (SluiceTracked one = untold; one != null && births < BIRTHS_AT_ONCE; one = one.next) births++;
            if (count + births > references.length) makeRoom(count + births);
            if (!room.await(births * BIRTH_WORDS)) return false;
            for (int i = 0; i < births; i++) {
                SluiceTracked one = untold;
                room.words[BIRTH_WORDS * i] = one.serial;
                room.words[BIRTH_WORDS * i + 1] = one.site | (long) one.bornAt << 32;
                room.words[BIRTH_WORDS * i + 2] = one.bytes;
                references[count++] = one;
                untold = one.next;
                one.next = null;
            }
            room.file.writeLive(BlockLayout.BORN, everyBytes, SluiceCollections.count(), room.words, births * BIRTH_WORDS);
        }
    }

    private void makeRoom(int needed) {
        SluiceTracked[] longer = new SluiceTracked[Math.max(needed, 2 * references.length)];
        System.arraycopy(references, 0, longer, 0, count);
        references = longer;
    }

    /**
     * Of none as well: so the tool knows how many collections there have been. A reference is kept until its end is written.
     * refersTo and not get: that would make them live longer under collectors that run beside the program.
     */
    private boolean tellGone(EventRoom room) {
        int i = 0;
        do {
            if (!room.await(BlockLayout.MAX_EVENTS)) {
                lookAgainAtNs = System.nanoTime();
                return false;
            }
            int gone = 0;
            while (i < count && gone < BlockLayout.MAX_EVENTS) {
                if (!references[i].refersTo(null)) {
                    i++;
                    continue;
                }
                room.words[gone++] = references[i].serial;
                references[i] = references[--count];
                references[count] = null;
            }
            live.forget(gone);
            room.file.writeLive(BlockLayout.GONE, 0, seenCollections, room.words, gone);
        } while (i < count);
        return true;
    }

    private void release(boolean isTold) {
        if (!isTold) outbox.report(Protocol.LIVE_OBJECTS_UNTOLD, "");
        SluiceLive.end();
        references = new SluiceTracked[0];
        count = 0;
        if (live.refused() > 0) outbox.report(Protocol.LIVE_OBJECTS_OF_TOO_MANY, String.valueOf(live.refused()));
    }
}
