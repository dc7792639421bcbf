package sluice.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.TreeSet;

/** What is told of objects that are followed, when the event file has no room for it. */
public final class LiveObjectsTest {
    private static final int RING_BYTES = 1 << 20;
    private static final int SITE = 40 << 3;
    private static final int OBJECTS = 100;

    private final MemoryTransport transport = new MemoryTransport(new byte[0], 1);
    private final Outbox outbox = new Outbox(transport);
    private final File path = EventFiles.make(RING_BYTES);
    private final EventFile mapped = EventFiles.map(path);
    private final EventRoom room = new EventRoom(mapped, new Heartbeat(ToolWatchTest.watch(outbox), outbox, mapped));
    private final SluiceRecording recording =
            new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, null, AgentThread.class, null);
    private final SluiceLane lane = recording.addPrivateLane(1024);
    private final LiveObjects objects = new LiveObjects(jvm(), outbox, 0);

    public void what_is_gone_while_there_is_no_room_is_told_when_there_is_some() throws Exception {
        Object[] made = follow();
        Check.that(objects.drain(room, false), "they are told");
        fill();
        made = null;
        collect();
        room.giveUpAtNs = 1; // as a round that another end has cut short
        Check.that(!objects.drain(room, false), "there is no room");
        room.giveUpAtNs = 0;
        EventFiles.giveRoom(path);
        Check.that(objects.drain(room, true), "there is room");
        Check.equal(gone().size(), OBJECTS);
        Check.equal(said(), 0);
    }

    public void what_cannot_be_told_at_the_end_is_said() throws Exception {
        Object[] made = follow();
        fill();
        room.giveUpAtNs = 1;
        Check.that(!objects.drain(room, true), "there is no room");
        Check.that(said() > 0, "nothing is said");
        java.lang.ref.Reference.reachabilityFence(made);
    }

    /** Bytes of all packets for the tool. */
    private int said() {
        outbox.setDaemon(true);
        outbox.start();
        outbox.flush(10_000);
        return transport.written.size();
    }

    private Object[] follow() {
        recording.start();
        objects.start();
        Object[] made = new Object[OBJECTS];
        for (int i = 0; i < OBJECTS; i++) {
            made[i] = new Object();
            SluiceLive.tracked(made[i], lane, SITE);
        }
        SluiceLive.end();
        recording.stop();
        return made;
    }

    /** With what nobody asks for. */
    private void fill() {
        while (room.file.hasRoomFor(BlockLayout.HEADER_BYTES + 8)) room.file.writePasses(1, 0, 0, room.words, 1);
    }

    /** Until a reference to nothing else has been cleared. */
    private static void collect() {
        java.lang.ref.WeakReference<Object> sentinel = new java.lang.ref.WeakReference<>(new Object());
        while (!sentinel.refersTo(null)) System.gc();
    }

    /** Serials in GONE blocks of the file. */
    private TreeSet<Long> gone() throws Exception {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path.toPath())).order(ByteOrder.LITTLE_ENDIAN);
        long produced = bytes.getLong(EventFileLayout.PRODUCED_BYTES_OFFSET);
        TreeSet<Long> serials = new TreeSet<>();
        long at = Math.max(0, produced - RING_BYTES);
        if (at > 0) at = RING_BYTES; // of the second time round the ring
        while (at < produced) {
            int block = EventFileLayout.RING_OFFSET + (int) (at & RING_BYTES - 1);
            int blockBytes = bytes.getInt(block);
            boolean isGone = bytes.getShort(block + 4) == BlockLayout.LIVE && bytes.getShort(block + 6) == BlockLayout.GONE;
            for (int word = block + BlockLayout.HEADER_BYTES; isGone && word < block + blockBytes; word += 8) {
                serials.add(bytes.getLong(word));
            }
            at += blockBytes;
        }
        return serials;
    }

    /** Objects of 16 bytes and more, and references of 4. */
    private static Instrumentation jvm() {
        return (Instrumentation)
                Proxy.newProxyInstance(
                        LiveObjectsTest.class.getClassLoader(),
                        new Class<?>[] {Instrumentation.class},
                        (proxy, method, arguments) -> sizeOf(arguments[0]));
    }

    private static long sizeOf(Object object) {
        long bytes = 16;
        if (object instanceof byte[]) bytes += ((byte[]) object).length;
        else if (object instanceof long[]) bytes += 8L * ((long[]) object).length;
        else if (object instanceof Object[]) bytes += 4L * ((Object[]) object).length;
        return bytes + 7 & -8;
    }
}
