import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes every class of some jars to one file, as DumpJrt does: per class the jar's file name (UTF), the path within the
 * jar (UTF), its length (int) and its bytes. Usage: DumpJars OUTPUT JAR...
 */
public final class DumpJars {
  public static void main(String[] args) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(args[0])), 1 << 20))) {
      for (int i = 1; i < args.length; i++) {
        Path jar = Path.of(args[i]);
        try (ZipFile zip = new ZipFile(jar.toFile())) {
          for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
            ZipEntry entry = entries.nextElement();
            if (!entry.getName().endsWith(".class")) continue;
            byte[] bytes = zip.getInputStream(entry).readAllBytes();
            out.writeUTF(jar.getFileName().toString());
            out.writeUTF(entry.getName());
            out.writeInt(bytes.length);
            out.write(bytes);
          }
        }
      }
    }
  }
}
