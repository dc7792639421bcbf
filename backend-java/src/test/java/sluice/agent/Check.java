package sluice.agent;

import java.util.Objects;

/** What tests assert. */
final class Check {
    interface Action {
        void run() throws Exception;
    }

    private Check() {}

    static void equal(Object found, Object expected) {
        if (!Objects.equals(found, expected)) throw new AssertionError("found " + found + ", expected " + expected);
    }

    static void that(boolean condition, String what) {
        if (!condition) throw new AssertionError(what);
    }

    static void fails(Class<? extends Throwable> type, String messagePart, Action action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            that(type.isInstance(thrown), "threw " + thrown);
            that(String.valueOf(thrown.getMessage()).contains(messagePart), "the message is: " + thrown.getMessage());
            return;
        }
        throw new AssertionError("nothing was thrown");
    }

    static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) text.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        return text.toString();
    }

    static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        return bytes;
    }
}
