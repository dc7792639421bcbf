import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A Spring Boot application starts in the root, answers a fixed number of requests, each a root as well, and is closed. */
@RestController
@EnableAutoConfiguration
public class SpringPages {
    public static void main(String[] args) throws Exception {
        Target.serve(args, SpringPages::run);
    }

    static void run() throws Exception {
        try (ServletWebServerApplicationContext context = root()) {
            System.out.println("RESULT " + Client.ask(context.getWebServer().getPort()));
        }
    }

    static ServletWebServerApplicationContext root() {
        SpringApplication application = new SpringApplication(SpringPages.class);
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(Map.of("server.port", "0", "server.address", "127.0.0.1", "server.shutdown", "graceful",
            "spring.main.banner-mode", "off", "logging.level.root", "OFF"));
        return (ServletWebServerApplicationContext) application.run();
    }

    @GetMapping("/page")
    public Map<String, String> page(@RequestParam("number") String number) {
        return Map.of("page", number);
    }
}
