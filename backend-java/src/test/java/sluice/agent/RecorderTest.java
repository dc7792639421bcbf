package sluice.agent;

/** What the end of the JVM waits for, and what it tells of the recording. Nobody reads the event file. */
public final class RecorderTest {
    private static final long MS = 1_000_000;
    /** More than a tool has for room in the event file, with what a busy machine takes beside. */
    private static final long LATE_MS = 2 * Session.LAST_EVENTS_MS;

    private final Outbox outbox = new Outbox(new MemoryTransport(new byte[0], 1));
    private final Pump pump = new Pump(null, EventFiles.map(EventFiles.make(1 << 20)), outbox, ToolWatchTest.watch(outbox));
    private final ClassRegistry registry = new ClassRegistry();
    private final ClassLoadStops loads = new ClassLoadStops();
    private final Recorder recorder = new Recorder(
            pump,
            new LoadHook(null, registry, new Questions(outbox), outbox, null, loads, new StrictLoaders(registry)),
            new ReflectedCalls(registry, outbox),
            loads,
            outbox,
            new ObjectSizes(null, outbox));

    /** Keeps the pump from its other work until so long after it was wanted, as a machine without a core does. */
    private static final class Held implements Drain {
        volatile long untilNs = Long.MAX_VALUE;
        volatile boolean isHeld;

        @Override
        public boolean drain(EventRoom room, boolean last) {
            isHeld = true;
            while (System.nanoTime() < untilNs) Thread.onSpinWait();
            return true;
        }

        @Override
        public int fillPercent() {
            return 0;
        }

        @Override
        public long longestPauseNs() {
            return Pump.LONGEST_PAUSE_NS;
        }
    }

    public void a_pump_without_a_core_at_the_end_of_the_jvm_still_tells_its_account() throws Exception {
        Held held = new Held();
        pump.start();
        recorder.start(SluiceRecording.NO_CLOCK, 0, 0, false, false, false, null, false, false);
        pump.begin(held);
        while (!held.isHeld) Thread.onSpinWait();
        held.untilNs = System.nanoTime() + LATE_MS * MS;
        PacketWriter ending = new PacketWriter(Protocol.NO_ANSWER, MessageType.ENDING);
        recorder.end(ending, Session.LAST_EVENTS_MS * MS, Session.NO_CORE_MS * MS);
        pump.end();
        pump.join();
        Check.that(accountIsTold(ending), "the account");
    }

    public void what_a_rehearsal_found_is_known_to_the_recording_that_it_was_for() throws Exception {
        pump.start();
        rehearse();
        start(false, true);
        SluiceProbe.making(21);
        recorder.stop(0);
        pump.end();
        pump.join();
    }

    public void what_a_rehearsal_found_that_was_given_up_is_known_to_no_other_recording() throws Exception {
        pump.start();
        rehearse();
        start(false, false);
        Thread maker = new Thread(() -> SluiceProbe.making(21));
        maker.start();
        while (maker.getState() != Thread.State.TIMED_WAITING) {
            Check.that(maker.isAlive(), "somebody waits");
            Thread.onSpinWait();
        }
        recorder.markReady(new int[] {21});
        maker.join();
        recorder.stop(0);
        pump.end();
        pump.join();
    }

    private void rehearse() throws ProtocolException {
        start(true, false);
        recorder.markReady(new int[] {21});
        recorder.stop(0);
    }

    private void start(boolean rehearsal, boolean rehearsed) {
        recorder.start(SluiceRecording.NO_CLOCK, 0, 60_000, true, false, false, null, rehearsal, rehearsed);
    }

    private static boolean accountIsTold(PacketWriter ending) throws ProtocolException {
        byte[] packet = ending.toPacket();
        return packet[new PacketWriter(Protocol.NO_ANSWER, MessageType.ENDING).toPacket().length] == 1;
    }
}
