package baskets;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** Each request has a virtual thread of its own. Most of what it does is to check the basket. */
public class VirtualPages {
    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", VirtualPages::handle);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        System.out.println("READY " + server.getAddress().getPort());
        System.in.read();
        System.exit(0);
    }

    static void handle(HttpExchange exchange) throws IOException {
        byte[] answer = Long.toString(checked(exchange.getRequestURI().getPath()) + drawn()).getBytes();
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    static long checked(String path) {
        long sum = path.length();
        for (int i = 0; i < 10_000_000; i++) sum = sum * 31 + i;
        return sum;
    }

    static long drawn() {
        long sum = 1;
        for (int i = 0; i < 4_000_000; i++) sum = sum * 17 + i;
        return sum;
    }
}
