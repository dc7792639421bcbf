package compiling;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/**
 * The compiler of Kotlin as a server, without a framework: 12,000 classes are loaded when it has compiled once, which it does before it
 * prints `PORT <number>`. It ends with its input.
 */
public class CompilingServer {
    private static final int THREADS = 2;

    public static void main(String[] args) throws Exception {
        Compiler compiler = new Compiler();
        compiler.compile("fun main() = println(1)");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/compile", new CompileHandler(compiler));
        server.start();
        System.out.println("PORT " + server.getAddress().getPort());
        while (System.in.read() >= 0) {}
        System.exit(0);
    }
}
