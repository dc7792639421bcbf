package sluice.agent;

public final class WorkerTest {
    public void a_thousand_and_twenty_four_commands_wait_and_no_more() throws Exception {
        byte[] bytes = new PacketWriter(1, MessageType.LIST_CLASSES, 0).toPacket();
        Packet command = Packet.read(new MemoryTransport(bytes, bytes.length), Protocol.MAX_LENGTH);
        Worker notStarted = new Worker(null, null, null);
        for (int i = 0; i < 1_024; i++) Check.that(notStarted.submit(command), "command " + i + " is refused");
        Check.equal(notStarted.submit(command), false);
    }
}
