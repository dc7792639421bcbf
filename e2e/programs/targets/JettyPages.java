import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** A Jetty in the program itself answers a fixed number of requests; its handler, in Jetty's threads, is the root. */
public class JettyPages {
    static class Pages extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String number = Request.extractQueryParameters(request).getValue("number");
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
            response.write(true, ByteBuffer.wrap(("page " + number).getBytes(StandardCharsets.UTF_8)), callback);
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        Target.serve(args, JettyPages::run);
    }

    static void run() throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Pages());
        server.start();
        System.out.println("RESULT " + Client.ask(connector.getLocalPort()));
        server.stop();
    }
}
