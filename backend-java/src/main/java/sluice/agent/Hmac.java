package sluice.agent;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * HMAC-SHA256 (RFC 2104) by hand: javax.crypto would load its providers and hundreds of classes into the target.
 */
final class Hmac {
    private static final int BLOCK_BYTES = 64;

    private Hmac() {}

    /** @return 32 bytes, over the parts one after the other */
    static byte[] sha256(byte[] key, byte[]... parts) {
        MessageDigest digest = newDigest();
        byte[] shortKey = key.length > BLOCK_BYTES ? digest.digest(key) : key;
        digest.update(padded(shortKey, (byte) 0x36));
        for (byte[] part : parts) digest.update(part);
        byte[] inner = digest.digest();
        digest.update(padded(shortKey, (byte) 0x5c));
        return digest.digest(inner);
    }

    /** Takes the same time wherever the difference is. */
    static boolean same(byte[] a, byte[] b) {
        return MessageDigest.isEqual(a, b);
    }

    private static byte[] padded(byte[] key, byte pad) {
        byte[] block = new byte[BLOCK_BYTES];
        System.arraycopy(key, 0, block, 0, key.length);
        for (int i = 0; i < BLOCK_BYTES; i++) block[i] ^= pad;
        return block;
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every Java platform must have it
        }
    }
}
