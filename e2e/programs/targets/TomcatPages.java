import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat in the program itself answers a fixed number of requests; what takes each from its connector is the root, in Tomcat's threads. */
public class TomcatPages {
    static class Pages extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain");
            response.getWriter().print("page " + request.getParameter("number"));
        }
    }

    public static void main(String[] args) throws Exception {
        Target.serve(args, TomcatPages::run);
    }

    static void run() throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        Path folder = Files.createTempDirectory("sluice-tomcat-");
        Tomcat tomcat = new Tomcat();
        tomcat.setSilent(true);
        tomcat.setBaseDir(folder.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", folder.toString());
        Tomcat.addServlet(context, "pages", new Pages());
        context.addServletMappingDecoded("/page", "pages");
        tomcat.start();
        System.out.println("RESULT " + Client.ask(tomcat.getConnector().getLocalPort()));
        tomcat.stop();
        tomcat.destroy();
        try (Stream<Path> below = Files.walk(folder)) {
            for (Path path : below.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
