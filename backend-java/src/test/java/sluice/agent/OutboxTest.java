package sluice.agent;

public final class OutboxTest {
    private static final int MEBIBYTE = 1 << 20;

    public void sixty_four_mebibytes_wait_and_no_byte_more() {
        MemoryTransport tool = new MemoryTransport(new byte[0], 1);
        Outbox outbox = new Outbox(tool);
        byte[] packet = new byte[MEBIBYTE];
        for (int i = 0; i < 64; i++) Check.that(outbox.offer(packet), "packet " + i + " is refused");
        Check.equal(outbox.offer(new byte[1]), false);
        outbox.start();
        outbox.flush(30_000);
        Check.equal(tool.written.size(), 64 * MEBIBYTE);
        Check.equal(outbox.offer(new byte[1]), true);
        outbox.close();
    }

    public void a_packet_alone_is_taken_whatever_its_length() {
        Outbox outbox = new Outbox(new MemoryTransport(new byte[0], 1));
        Check.equal(outbox.offer(new byte[65 * MEBIBYTE]), true);
        Check.equal(outbox.offer(new byte[1]), false);
    }
}
