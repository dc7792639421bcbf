package sluice.agent;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;

/** Java's modified UTF-8 (JVMS 4.4.7). Twin: modifiedUtf8.ts */
final class ModifiedUtf8 {
    private ModifiedUtf8() {}

    /** Cuts, between characters, what takes more than maxBytes. */
    static byte[] encode(String text, int maxBytes) {
        byte[] bytes = new byte[Math.min(text.length() * 3, maxBytes)];
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            int needed = unit != 0 && unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
            if (at + needed > bytes.length) break;
            if (needed == 1) {
                bytes[at++] = (byte) unit;
            } else if (needed == 2) {
                bytes[at++] = (byte) (0xc0 | unit >> 6);
                bytes[at++] = (byte) (0x80 | unit & 0x3f);
            } else {
                bytes[at++] = (byte) (0xe0 | unit >> 12);
                bytes[at++] = (byte) (0x80 | unit >> 6 & 0x3f);
                bytes[at++] = (byte) (0x80 | unit & 0x3f);
            }
        }
        return Arrays.copyOf(bytes, at);
    }

    /** @param at where the u16 byte count is; the text must be complete */
    static String decode(byte[] bytes, int at, int countAndTextBytes) throws ProtocolException {
        try {
            return new DataInputStream(new ByteArrayInputStream(bytes, at, countAndTextBytes)).readUTF();
        } catch (IOException malformed) {
            throw new ProtocolException("malformed modified UTF-8 at offset " + at);
        }
    }
}
