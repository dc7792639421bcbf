package compiling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlin.cli.common.arguments.K2JVMCompilerArguments;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.jetbrains.kotlin.config.Services;

class Compiler {
    static {
        // What it knows of the JDK and the standard library stays from one request to the next.
        System.setProperty("kotlin.environment.keepalive", "true");
    }

    private final String library;

    Compiler() throws URISyntaxException {
        library = Path.of(kotlin.Unit.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }

    Compiled compile(String source) throws IOException {
        Path folder = Files.createTempDirectory("compiling-");
        try {
            Path file = Files.writeString(folder.resolve("source.kt"), source);
            Errors errors = new Errors();
            Path out = folder.resolve("out");
            new K2JVMCompiler().exec(errors, Services.EMPTY, arguments(file, out));
            return new Compiled(errors.hasErrors() ? List.of() : classesIn(out), errors.lines);
        } finally {
            delete(folder);
        }
    }

    private K2JVMCompilerArguments arguments(Path file, Path out) {
        K2JVMCompilerArguments arguments = new K2JVMCompilerArguments();
        arguments.setFreeArgs(List.of(file.toString()));
        arguments.setDestination(out.toString());
        arguments.setClasspath(library);
        arguments.setNoStdlib(true);
        arguments.setNoReflect(true);
        arguments.setDisableDefaultScriptingPlugin(true);
        return arguments;
    }

    private static List<String> classesIn(Path out) throws IOException {
        try (Stream<Path> files = Files.walk(out)) {
            return files.map(file -> out.relativize(file).toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .sorted()
                    .toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(Compiler::deleteOne);
        }
    }

    private static void deleteOne(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
