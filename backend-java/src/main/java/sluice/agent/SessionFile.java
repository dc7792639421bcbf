package sluice.agent;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.Arrays;

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

    private SessionFile(byte[] text) throws IOException {
        String version = valueOf(text, "version");
        if (!version.equals(String.valueOf(Protocol.VERSION))) {
            throw new IOException("it is of version " + version + ", this agent speaks " + Protocol.VERSION);
        }
        build = valueOf(text, "build");
        int secretAt = startOf(text, "secret");
        secret = secretOf(text, secretAt, endOfLine(text, secretAt));
        socket = valueOf(text, "socket");
        events = valueOf(text, "events");
        toolPid = valueOf(text, "toolPid");
    }

    /** @throws IOException with a sentence that never contains the secret */
    static SessionFile read(String path) throws IOException {
        byte[] text = new byte[MAX_BYTES];
        try (FileInputStream in = new FileInputStream(path)) {
            int length = Math.max(0, in.read(text));
            if (in.read() >= 0) throw new IOException("it has more than " + MAX_BYTES + " bytes");
            return parse(Arrays.copyOf(text, length));
        } finally {
            Arrays.fill(text, (byte) 0);
        }
    }

    /** Leaves zeros in the text: a heap dump of the program must not tell the secret, which no string ever holds. */
    static SessionFile parse(byte[] text) throws IOException {
        try {
            return new SessionFile(text);
        } finally {
            Arrays.fill(text, (byte) 0);
        }
    }

    /** It has proven what it had to. */
    void forgetSecret() {
        Arrays.fill(secret, (byte) 0);
    }

    private static String valueOf(byte[] text, String key) throws IOException {
        int start = startOf(text, key);
        return new String(text, start, endOfLine(text, start) - start, "UTF-8");
    }

    /** Where the value of a key begins. */
    private static int startOf(byte[] text, String key) throws IOException {
        for (int line = 0; line < text.length; line = endOfLine(text, line) + 1) {
            if (beginsWith(text, line, key + "=")) return line + key.length() + 1;
        }
        throw new IOException("it has no line " + key + "=");
    }

    private static int endOfLine(byte[] text, int from) {
        int end = from;
        while (end < text.length && text[end] != '\n') end++;
        return end;
    }

    private static boolean beginsWith(byte[] text, int at, String ascii) {
        if (text.length - at < ascii.length()) return false;
        for (int i = 0; i < ascii.length(); i++) if (text[at + i] != ascii.charAt(i)) return false;
        return true;
    }

    private static byte[] secretOf(byte[] text, int from, int to) throws IOException {
        byte[] secret = new byte[SECRET_BYTES];
        if (to - from != 2 * SECRET_BYTES) throw new IOException("its secret has not 64 hex digits");
        for (int i = 0; i < SECRET_BYTES; i++) {
            int high = Character.digit(text[from + 2 * i], 16);
            int low = Character.digit(text[from + 2 * i + 1], 16);
            if (high < 0 || low < 0) throw new IOException("its secret has not 64 hex digits");
            secret[i] = (byte) (high << 4 | low);
        }
        return secret;
    }
}
