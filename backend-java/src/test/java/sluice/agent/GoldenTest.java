package sluice.agent;

import java.io.File;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The golden files of shared/wire/golden, which the TypeScript side writes: the same values must give the same bytes
 * here, and the same bytes the same values.
 */
public final class GoldenTest {
    /** Blocks of this kind and above are made by the tool: blockLayout.ts. */
    private static final int FIRST_KIND_OF_TOOL = 64;
    private final File folder = new File(System.getProperty("sluice.golden"));
    /** Name, number, sender and fields of each packet: golden/README.md. */
    private final List<String> packets = Files.readAllLines(new File(folder, "packets.txt").toPath(), StandardCharsets.US_ASCII);

    public GoldenTest() throws Exception {}

    public void every_packet_has_the_number_that_the_tool_knows() throws Exception {
        Map<String, Integer> expected = new TreeMap<>();
        for (String packet : packets) {
            String[] parts = packet.split(" ");
            expected.put(parts[0].replaceAll("[A-Z]", "_$0").toUpperCase(Locale.ROOT), Integer.valueOf(parts[1]));
        }
        Map<String, Integer> found = new TreeMap<>();
        for (Field type : MessageType.class.getDeclaredFields()) found.put(type.getName(), type.getInt(null));
        Check.equal(found, expected);
    }

    public void a_command_is_what_the_tool_sends_but_for_handshake_answers_and_pings() throws Exception {
        for (String packet : packets) {
            String[] parts = packet.split(" ");
            int type = Integer.parseInt(parts[1]);
            boolean isCommand = parts[2].equals("tool") && type != MessageType.CHALLENGE
                    && type != MessageType.REWRITTEN && type != MessageType.PING;
            Check.that(Commands.isCommand(type) == isCommand, packet);
            Check.that(isExecuted(Packet.read(new MemoryTransport(bytes(parts[0]), 3), Protocol.MAX_LENGTH)) == isCommand, packet);
        }
    }

    private static boolean isExecuted(Packet packet) {
        try {
            new Commands(null, null, null, null, null, null, null, null, null).execute(packet);
            return true;
        } catch (ProtocolException unknown) {
            return !unknown.getMessage().endsWith("is no command");
        } catch (Exception withNothingToDoItOn) {
            return true;
        }
    }

    public void every_packet_is_encoded_as_the_tool_does() throws Exception {
        for (String packet : packets) {
            String name = packet.split(" ")[0];
            Map<String, String> values = values(name);
            PacketWriter writer = new PacketWriter(Integer.parseUnsignedInt(values.get("id")), Integer.parseInt(values.get("type")));
            for (String field : fieldsOf(packet)) write(writer, values, "", field);
            Check.equal(name + " " + Check.hex(writer.toPacket()), name + " " + Check.hex(bytes(name)));
        }
    }

    public void every_packet_is_decoded_as_the_tool_does() throws Exception {
        for (String packet : packets) {
            String name = packet.split(" ")[0];
            Map<String, String> values = values(name);
            byte[] bytes = bytes(name);
            int type = Integer.parseInt(values.get("type"));
            Packet read = Packet.read(new MemoryTransport(bytes, 3), Protocol.MAX_LENGTH);
            Check.equal(read.id, Integer.parseUnsignedInt(values.get("id")));
            Check.equal(read.type, type);
            PacketReader fields = read.fields();
            for (String field : fieldsOf(packet)) read(fields, values, "", field);
            fields.end();
        }
    }

    public void every_block_is_laid_out_as_the_tool_reads_it() throws Exception {
        for (File file : folder.listFiles((in, name) -> name.startsWith("block-") && name.endsWith(".txt"))) {
            String name = file.getName().replace(".txt", "");
            Map<String, String> values = values(name);
            int kind = Integer.parseInt(values.get("kind"));
            if (kind == BlockLayout.PADDING || kind >= FIRST_KIND_OF_TOOL) continue;
            boolean flag = "1".equals(values.get("timed")) || "1".equals(values.get("virtual"));
            long[] payload = new long[0];
            if (kind == BlockLayout.THREAD) payload = BlockLayout.textPayload(text(values.get("name")));
            if (kind == BlockLayout.LABEL) payload = BlockLayout.textPayload(text(values.get("text")));
            if (kind == BlockLayout.EVENTS) payload = words(values);
            if (kind == BlockLayout.TICKER) payload = new long[] {Long.parseLong(values.get("durationNs"))};
            if (kind == BlockLayout.CORE_WAIT) {
                payload = new long[BlockLayout.CORE_WAIT_WORDS];
                String[] fields = {"durationNs", "wordCount", "sinceNs", "ranNs", "arrivals"};
                for (int i = 0; i < payload.length; i++) payload[i] = Long.parseLong(values.get(fields[i]));
            }
            if (kind == BlockLayout.PASSES) payload = durations(values);
            if (kind == BlockLayout.LIVE) payload = followed(values);
            int blockBytes = BlockLayout.HEADER_BYTES + payload.length * 8;
            int dropped = Integer.parseUnsignedInt(values.getOrDefault("dropped", values.getOrDefault("lost", "0")));
            long[] block = new long[blockBytes / 8];
            block[0] = BlockLayout.firstWord(blockBytes, kind, flag ? 1 : Integer.parseInt(values.getOrDefault("mark", values.getOrDefault("news", values.getOrDefault("what", "0")))));
            block[1] = Long.parseLong(values.getOrDefault("threadId", values.getOrDefault("regionId", values.getOrDefault("collections", values.getOrDefault("number", "0")))));
            block[2] = Long.parseLong(values.getOrDefault("baseTimeNs", "0"));
            block[3] = BlockLayout.lastHeaderWord(Integer.parseUnsignedInt(values.get("sequence")), dropped);
            System.arraycopy(payload, 0, block, 4, payload.length);
            Check.equal(name + " " + littleEndian(block), name + " " + Check.hex(bytes(name)));
        }
    }

    private static long[] durations(Map<String, String> values) {
        long[] durationsNs = new long[Integer.parseInt(values.get("durationsNs.count"))];
        for (int i = 0; i < durationsNs.length; i++) durationsNs[i] = Long.parseLong(values.get("durationsNs[" + i + "]"));
        return durationsNs;
    }

    private static long[] followed(Map<String, String> values) {
        boolean isBorn = Integer.parseInt(values.get("what")) == BlockLayout.BORN;
        int count = Integer.parseInt(values.get((isBorn ? "births" : "serials") + ".count"));
        long[] payload = new long[isBorn ? 3 * count : count];
        for (int i = 0; i < count; i++) {
            if (!isBorn) {
                payload[i] = Long.parseLong(values.get("serials[" + i + "]"));
                continue;
            }
            String birth = "births[" + i + "].";
            payload[3 * i] = Long.parseLong(values.get(birth + "serial"));
            long site = Long.parseLong(values.get(birth + "code"));
            if ("1".equals(values.get(birth + "isExact"))) site |= SluiceLive.EXACT;
            payload[3 * i + 1] = site | Long.parseLong(values.get(birth + "bornAt")) << 32;
            payload[3 * i + 2] = Long.parseLong(values.get(birth + "bytes"));
        }
        return payload;
    }

    private static long[] words(Map<String, String> values) {
        long[] words = new long[Integer.parseInt(values.get("words.count"))];
        for (int i = 0; i < words.length; i++) {
            long timeNs = Long.parseLong(values.get("words[" + i + "].timeNs"));
            long exit = Long.parseLong(values.get("words[" + i + "].exit"));
            words[i] = timeNs << 20 | exit << 19 | Long.parseLong(values.get("words[" + i + "].id"));
        }
        return words;
    }

    private static String littleEndian(long[] words) {
        byte[] bytes = new byte[words.length * 8];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (words[i / 8] >> i % 8 * 8);
        return Check.hex(bytes);
    }

    private static List<String> fieldsOf(String packet) {
        String[] parts = packet.split(" ");
        return Arrays.asList(parts).subList(3, parts.length);
    }

    private static void write(PacketWriter packet, Map<String, String> values, String prefix, String field) {
        if (field.contains("[")) {
            String name = prefix + field.substring(0, field.indexOf('['));
            int count = Integer.parseInt(values.get(name + ".count"));
            packet.u32(count);
            for (int i = 0; i < count; i++) {
                for (String part : partsOf(field)) write(packet, values, name + "[" + i + "].", part);
            }
        } else if (field.contains("*")) {
            String name = prefix + field.substring(0, field.indexOf('*'));
            int count = Integer.parseInt(values.get(name + ".count"));
            packet.u32(count);
            for (int i = 0; i < count; i++) {
                writeValue(packet, field.substring(field.indexOf('*') + 1), values.get(name + "[" + i + "]"));
            }
        } else {
            String[] nameAndType = field.split(":");
            writeValue(packet, nameAndType[1], values.get(prefix + nameAndType[0]));
        }
    }

    private static void writeValue(PacketWriter packet, String type, String value) {
        switch (type) {
            case "u8": packet.u8(Integer.parseInt(value)); break;
            case "u16": packet.u16(Integer.parseInt(value)); break;
            case "u32": packet.u32(Integer.parseUnsignedInt(value)); break;
            case "i64": packet.i64(Long.parseLong(value)); break;
            case "f64": packet.f64(Double.parseDouble(value)); break;
            case "utf": packet.utf(text(value)); break;
            case "blob": packet.blob(Check.bytes(value)); break;
            default: throw new AssertionError(type);
        }
    }

    private static void read(PacketReader fields, Map<String, String> values, String prefix, String field) throws Exception {
        if (field.contains("[")) {
            String name = prefix + field.substring(0, field.indexOf('['));
            int count = fields.count(1, name);
            Check.equal(String.valueOf(count), values.get(name + ".count"));
            for (int i = 0; i < count; i++) {
                for (String part : partsOf(field)) read(fields, values, name + "[" + i + "].", part);
            }
        } else if (field.contains("*")) {
            String name = prefix + field.substring(0, field.indexOf('*'));
            int count = fields.count(1, name);
            for (int i = 0; i < count; i++) {
                readValue(fields, field.substring(field.indexOf('*') + 1), name, values.get(name + "[" + i + "]"));
            }
        } else {
            String[] nameAndType = field.split(":");
            readValue(fields, nameAndType[1], nameAndType[0], values.get(prefix + nameAndType[0]));
        }
    }

    private static void readValue(PacketReader fields, String type, String name, String value) throws Exception {
        switch (type) {
            case "u8": Check.equal(String.valueOf(fields.u8(name)), value); break;
            case "u16": Check.equal(String.valueOf(fields.u16(name)), value); break;
            case "u32": Check.equal(Integer.toUnsignedString(fields.u32(name)), value); break;
            case "i64": Check.equal(String.valueOf(fields.i64(name)), value); break;
            case "f64": Check.equal(fields.f64(name), Double.valueOf(value)); break;
            case "utf": Check.equal(fields.utf(name), text(value)); break;
            case "blob": Check.equal(Check.hex(fields.blob(name)), value); break;
            default: throw new AssertionError(type);
        }
    }

    private static String[] partsOf(String field) {
        return field.substring(field.indexOf('[') + 1, field.length() - 1).split(",");
    }

    private Map<String, String> values(String name) throws Exception {
        Map<String, String> values = new HashMap<>();
        for (String line : Files.readAllLines(new File(folder, name + ".txt").toPath(), StandardCharsets.US_ASCII)) {
            int at = line.indexOf('=');
            if (at > 0) values.put(line.substring(0, at), line.substring(at + 1));
        }
        return values;
    }

    private byte[] bytes(String name) throws Exception {
        byte[] text = Files.readAllBytes(new File(folder, name + ".hex").toPath());
        return Check.bytes(new String(text, StandardCharsets.US_ASCII).replaceAll("\\s", ""));
    }

    /** The escapes of golden/README.md. */
    private static String text(String escaped) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < escaped.length(); i++) {
            if (escaped.charAt(i) != '\\') {
                text.append(escaped.charAt(i));
            } else if (escaped.charAt(++i) == 'u') {
                text.append((char) Integer.parseInt(escaped.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                text.append('\\');
            }
        }
        return text.toString();
    }
}
