package booking;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.Micronaut;
import io.micronaut.runtime.server.EmbeddedServer;

/**
 * Rooms of a hotel, by Micronaut with Netty, Micronaut Data, Hikari, H2, validation, Jackson, transactions and a cache. Where the JVM
 * has virtual threads, each request runs on one. It prints `PORT <number>` when it serves, and ends with its input.
 */
public class BookingApplication {
    public static void main(String[] args) throws Exception {
        ApplicationContext context = Micronaut.build(args).banner(false).mainClass(BookingApplication.class).start();
        System.out.println("PORT " + context.getBean(EmbeddedServer.class).getPort());
        while (System.in.read() >= 0) {}
        System.exit(0);
    }
}
