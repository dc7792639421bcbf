package sluice.agent;

import java.util.Arrays;
import java.util.Random;

public final class PacketTest {
    private static PacketReader reader(PacketWriter packet) throws ProtocolException {
        byte[] bytes = packet.toPacket();
        return new PacketReader(bytes[8], Arrays.copyOfRange(bytes, Protocol.HEADER_BYTES, bytes.length));
    }

    public void what_is_written_is_read() throws Exception {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            int u32 = random.nextInt();
            long i64 = random.nextLong();
            double f64 = random.nextGaussian();
            byte[] blob = new byte[random.nextInt(300)];
            random.nextBytes(blob);
            char[] text = new char[random.nextInt(50)];
            for (int i = 0; i < text.length; i++) text[i] = (char) random.nextInt(0x10000);
            PacketReader fields = reader(new PacketWriter(1, 2)
                    .u8(u32 & 0xff)
                    .u16(u32 & 0xffff)
                    .u32(u32)
                    .i64(i64)
                    .f64(f64)
                    .utf(new String(text))
                    .blob(blob));
            Check.equal(fields.u8("a"), u32 & 0xff);
            Check.equal(fields.u16("b"), u32 & 0xffff);
            Check.equal(fields.u32("c"), u32);
            Check.equal(fields.i64("d"), i64);
            Check.equal(fields.f64("e"), f64);
            Check.equal(fields.utf("f"), new String(text));
            Check.that(Arrays.equals(fields.blob("g"), blob), "blob");
            fields.end();
        }
    }

    public void every_cut_off_packet_is_refused() throws Exception {
        byte[] whole = new PacketWriter(1, 2).utf("name").blob(new byte[5]).u32(2).u32(1).u32(2).toPacket();
        byte[] fields = Arrays.copyOfRange(whole, Protocol.HEADER_BYTES, whole.length);
        for (int length = 0; length < fields.length; length++) {
            byte[] cut = Arrays.copyOf(fields, length);
            Check.fails(ProtocolException.class, "are left", () -> {
                PacketReader reader = new PacketReader(2, cut);
                reader.utf("name");
                reader.blob("bytes");
                reader.u32Array("ids");
            });
        }
    }

    public void lying_counts_allocate_nothing() {
        byte[] fields = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff};
        Check.fails(ProtocolException.class, "4294967295 items", () -> new PacketReader(2, fields).u32Array("ids"));
        Check.fails(ProtocolException.class, "4294967295 bytes", () -> new PacketReader(2, fields).blob("bytes"));
        byte[] many = {0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff};
        Check.fails(ProtocolException.class, "2147483647 items", () -> new PacketReader(2, many).utfArray("names"));
    }

    public void trailing_bytes_are_refused() {
        Check.fails(ProtocolException.class, "3 bytes too many", () -> new PacketReader(2, new byte[3]).end());
    }

    public void broken_text_is_refused() {
        byte[] fields = {0, 1, (byte) 0xff};
        Check.fails(ProtocolException.class, "modified UTF-8", () -> new PacketReader(2, fields).utf("name"));
    }

    public void a_text_too_long_is_cut_between_characters() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 30_000; i++) text.append('\u20ac');
        String read = reader(new PacketWriter(1, 2).utf(text.toString())).utf("name");
        Check.equal(read, text.substring(0, 65_535 / 3));
    }

    public void a_packet_beyond_the_limit_is_not_built() {
        PacketWriter packet = new PacketWriter(1, 2).blob(new byte[Protocol.MAX_LENGTH]);
        Check.fails(ProtocolException.class, "at most 33554432", () -> packet.toPacket());
    }

    public void packets_are_cut_out_of_a_stream_that_comes_in_pieces() throws Exception {
        byte[] one = new PacketWriter(7, 27, 0).toPacket();
        byte[] two = new PacketWriter(8, 12).u32(1).u32(99).toPacket();
        byte[] stream = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, stream, one.length, two.length);
        for (int piece = 1; piece <= stream.length; piece++) {
            Transport transport = new MemoryTransport(stream, piece);
            Check.equal(Packet.read(transport, Protocol.MAX_LENGTH).id, 7);
            Packet second = Packet.read(transport, Protocol.MAX_LENGTH);
            Check.equal(second.fields().u32Array("ids")[0], 99);
            Check.equal(Packet.read(transport, Protocol.MAX_LENGTH), null);
        }
        Check.fails(ProtocolException.class, "the tool closed the connection after", () -> {
            Transport transport = new MemoryTransport(Arrays.copyOf(two, two.length - 1), 100);
            Packet.read(transport, Protocol.MAX_LENGTH);
        });
        Check.fails(ProtocolException.class, "a packet announces 13 bytes; 5 to 12 are allowed", () ->
                Packet.read(new MemoryTransport(two, 100), 12));
    }

    public void a_packet_is_judged_before_its_fields_are_waited_for() throws Exception {
        byte[] head = Arrays.copyOf(new PacketWriter(8, 12).u32(1).u32(99).toPacket(), Protocol.HEADER_BYTES);
        Packet.Expected nothing = (id, type) -> {
            throw new ProtocolException("a packet of type " + type + " with id " + id);
        };
        Check.fails(ProtocolException.class, "a packet of type 12 with id 8", () ->
                Packet.read(new MemoryTransport(head, 100), Protocol.MAX_LENGTH, nothing));
    }
}
