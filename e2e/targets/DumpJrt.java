import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes every class of the running JDK's image to one file: per class its module (UTF), its path within the module
 * (UTF), its length (int) and its bytes. Usage: DumpJrt OUTPUT [MODULE]
 */
public final class DumpJrt {
  public static void main(String[] args) throws IOException {
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
    Path start = args.length > 1 ? modules.resolve(args[1]) : modules;
    List<Path> classes;
    try (Stream<Path> files = Files.walk(start)) {
      classes = files.filter(p -> p.toString().endsWith(".class")).sorted().collect(Collectors.toList());
    }
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(args[0])), 1 << 20))) {
      for (Path file : classes) {
        byte[] bytes = Files.readAllBytes(file);
        out.writeUTF(file.getName(1).toString());
        out.writeUTF(file.subpath(2, file.getNameCount()).toString());
        out.writeInt(bytes.length);
        out.write(bytes);
      }
    }
  }
}
