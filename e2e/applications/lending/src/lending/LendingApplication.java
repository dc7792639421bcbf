package lending;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.cache.annotation.EnableCaching;

/**
 * A lending library, an application as many are: Spring Boot with Tomcat, Hibernate, H2, validation, Thymeleaf, Jackson, transactions,
 * aspects and caching. It prints `PORT <number>` when it serves, and ends with its input.
 */
@SpringBootApplication
@EnableCaching
public class LendingApplication {
    public static void main(String[] args) throws Exception {
        ServletWebServerApplicationContext context =
                (ServletWebServerApplicationContext) SpringApplication.run(LendingApplication.class, args);
        System.out.println("PORT " + context.getWebServer().getPort());
        while (System.in.read() >= 0) {}
        System.exit(0);
    }
}
