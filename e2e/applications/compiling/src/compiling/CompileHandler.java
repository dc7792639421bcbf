package compiling;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.List;

/** A source in, a line for each class that came out of it; 422 with a line for each error. */
class CompileHandler implements HttpHandler {
    private final Compiler compiler;

    CompileHandler(Compiler compiler) {
        this.compiler = compiler;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Compiled compiled = compiler.compile(new String(exchange.getRequestBody().readAllBytes()));
            List<String> lines = compiled.isGood() ? compiled.classes() : compiled.errors();
            byte[] answer = String.join("\n", lines).getBytes();
            exchange.sendResponseHeaders(compiled.isGood() ? 200 : 422, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }
}
