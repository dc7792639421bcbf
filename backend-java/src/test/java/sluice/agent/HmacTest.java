package sluice.agent;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class HmacTest {
    /** RFC 4231, test cases 1, 2 and 6. */
    public void gives_the_values_of_the_standard() {
        byte[] key = new byte[20];
        Arrays.fill(key, (byte) 0x0b);
        check(key, "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        check(
                "Jefe".getBytes(StandardCharsets.US_ASCII),
                "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        byte[] longKey = new byte[131];
        Arrays.fill(longKey, (byte) 0xaa);
        check(
                longKey,
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }

    public void gives_what_the_JDK_gives() throws Exception {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            byte[] key = new byte[1 + random.nextInt(100)];
            byte[] first = new byte[random.nextInt(100)];
            byte[] second = new byte[random.nextInt(100)];
            random.nextBytes(key);
            random.nextBytes(first);
            random.nextBytes(second);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(first);
            Check.equal(Check.hex(Hmac.sha256(key, first, second)), Check.hex(mac.doFinal(second)));
        }
    }

    public void both_sides_prove_different_things() {
        byte[] secret = new byte[32];
        byte[] nonce = new byte[32];
        byte[] tool = Handshake.toolProof(secret, nonce, nonce);
        byte[] agent = Handshake.agentProof(secret, nonce, nonce);
        Check.that(!Hmac.same(tool, agent), "a proof can be sent back");
    }

    private static void check(byte[] key, String text, String expected) {
        byte[] data = text.getBytes(StandardCharsets.US_ASCII);
        byte[] head = Arrays.copyOf(data, 3);
        byte[] tail = Arrays.copyOfRange(data, 3, data.length);
        Check.equal(Check.hex(Hmac.sha256(key, head, tail)), expected);
    }
}
