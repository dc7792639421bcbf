import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads and links, and so verifies, every class named in a file (module, space, class per line), and says what became
 * of them. Run with -Xverify:all -Xshare:off --add-modules ALL-SYSTEM. Prints `linked N`, `rejected N` (VerifyError or
 * ClassFormatError, each on a line before) and `other N`.
 */
public final class VerifyAll {
  public static void main(String[] args) throws IOException {
    List<String> names = new ArrayList<>();
    try (BufferedReader in = Files.newBufferedReader(Path.of(args[0]))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        names.add(line);
      }
    }
    int linked = 0;
    int rejected = 0;
    int other = 0;
    for (String line : names) {
      int space = line.indexOf(' ');
      String name = line.substring(space + 1);
      try {
        Module module = ModuleLayer.boot().findModule(line.substring(0, space)).orElseThrow();
        Class<?> type = Class.forName(name, false, module.getClassLoader());
        type.getDeclaredMethods(); // HotSpot links the class for this, without initialising it
        linked++;
      } catch (VerifyError | ClassFormatError e) {
        rejected++;
        System.out.println("rejected " + name + ": " + String.valueOf(e.getMessage()).replace('\n', ' '));
      } catch (Throwable e) {
        other++;
      }
    }
    System.out.println("linked " + linked);
    System.out.println("other " + other);
    System.out.println("rejected " + rejected);
  }
}
