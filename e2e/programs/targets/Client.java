import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Asks a server in the same program, one question after the other. */
final class Client {
    private static final int REQUESTS = 100;

    private Client() {}

    /** @return a digest of all answers */
    static int ask(int port) throws Exception {
        int digest = 0;
        for (int i = 0; i < REQUESTS; i++) {
            HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/page?number=" + i).toURL().openConnection();
            try (InputStream answer = connection.getInputStream()) {
                digest = 31 * digest + new String(answer.readAllBytes(), StandardCharsets.UTF_8).hashCode();
            }
        }
        return digest;
    }
}
