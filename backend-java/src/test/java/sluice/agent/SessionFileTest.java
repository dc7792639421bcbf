package sluice.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

public final class SessionFileTest {
    private static final String SECRET = "00ff0123456789abcdef00112233445566778899aabbccddeeffFFEEDDCCBBAA";
    private static final String TEXT = "version=" + Protocol.VERSION + "\nbuild=b1\nsecret=" + SECRET
            + "\nsocket=unix:/tmp/a b=c\nevents=/tmp/e\ntoolPid=77\n";

    public void every_line_is_read() throws Exception {
        SessionFile file = SessionFile.parse(bytes(TEXT));
        Check.equal(file.build, "b1");
        Check.equal(file.socket, "unix:/tmp/a b=c");
        Check.equal(file.events, "/tmp/e");
        Check.equal(file.toolPid, "77");
        Check.equal(Check.hex(file.secret), SECRET.toLowerCase());
    }

    public void a_missing_line_is_named() {
        for (String key : new String[] {"version", "build", "secret", "socket", "events", "toolPid"}) {
            String without = TEXT.replaceAll("(?m)^" + key + "=.*\n", "");
            Check.fails(IOException.class, "it has no line " + key + "=", () -> SessionFile.parse(bytes(without)));
        }
    }

    public void one_of_more_than_64_kibibytes_is_refused() throws Exception {
        Path file = Files.createTempFile("sluice", "session");
        try {
            byte[] longest = Arrays.copyOf(bytes(TEXT), 65_536);
            Files.write(file, longest);
            Check.equal(SessionFile.read(file.toString()).build, "b1");
            Files.write(file, Arrays.copyOf(longest, 65_537));
            Check.fails(IOException.class, "it has more than 65536 bytes", () -> SessionFile.read(file.toString()));
        } finally {
            Files.delete(file);
        }
    }

    public void another_version_is_refused() {
        int newer = Protocol.VERSION + 1;
        String text = TEXT.replace("version=" + Protocol.VERSION, "version=" + newer);
        Check.fails(IOException.class, "version " + newer, () -> SessionFile.parse(bytes(text)));
    }

    public void a_bad_secret_is_refused_without_repeating_it() {
        for (String bad : new String[] {SECRET.substring(1), SECRET + "0", SECRET.replace('f', 'g')}) {
            try {
                SessionFile.parse(bytes(TEXT.replace(SECRET, bad)));
                throw new AssertionError("accepted");
            } catch (IOException refused) {
                Check.equal(refused.getMessage(), "its secret has not 64 hex digits");
            }
        }
    }

    public void nothing_of_the_secret_is_left_in_memory() throws Exception {
        byte[] text = bytes(TEXT);
        SessionFile file = SessionFile.parse(text);
        Check.equal(Check.hex(text), "00".repeat(text.length));
        file.forgetSecret();
        Check.equal(Check.hex(file.secret), "00".repeat(32));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
