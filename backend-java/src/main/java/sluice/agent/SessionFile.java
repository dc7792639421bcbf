package sluice.agent;

import java.io.FileInputStream;
import java.io.IOException;

/**
 * The file that the agent's only option names: where the tool is and what it shares with us. Lines key=value:
 * shared/wire/README.md, section 3.
 */
final class SessionFile {
    private static final int MAX_BYTES = 65_536;
    private static final int SECRET_BYTES = 32;

    final String build;
    final byte[] secret;
    final String socket;
    final String events;
    final String toolPid;

    private SessionFile(String text) throws IOException {
        String version = valueOf(text, "version");
        if (!version.equals(String.valueOf(Protocol.VERSION))) {
            throw new IOException("it is of version " + version + ", this agent speaks " + Protocol.VERSION);
        }
        build = valueOf(text, "build");
        secret = secretOf(valueOf(text, "secret"));
        socket = valueOf(text, "socket");
        events = valueOf(text, "events");
        toolPid = valueOf(text, "toolPid");
    }

    /** @throws IOException with a sentence that never contains the secret */
    static SessionFile read(String path) throws IOException {
        try (FileInputStream in = new FileInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_BYTES);
            return parse(new String(bytes, 0, bytes.length, "UTF-8"));
        }
    }

    static SessionFile parse(String text) throws IOException {
        return new SessionFile(text);
    }

    private static String valueOf(String text, String key) throws IOException {
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            if (end < 0) end = text.length();
            if (text.startsWith(key, start) && start + key.length() < end && text.charAt(start + key.length()) == '=') {
                return text.substring(start + key.length() + 1, end);
            }
            start = end + 1;
        }
        throw new IOException("it has no line " + key + "=");
    }

    private static byte[] secretOf(String hex) throws IOException {
        byte[] secret = new byte[SECRET_BYTES];
        if (hex.length() != 2 * SECRET_BYTES) throw new IOException("its secret has not 64 hex digits");
        for (int i = 0; i < SECRET_BYTES; i++) {
            int high = Character.digit(hex.charAt(2 * i), 16);
            int low = Character.digit(hex.charAt(2 * i + 1), 16);
            if (high < 0 || low < 0) throw new IOException("its secret has not 64 hex digits");
            secret[i] = (byte) (high << 4 | low);
        }
        return secret;
    }
}
