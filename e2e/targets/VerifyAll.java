import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads and links, and so verifies, every class named in a file (per line: module or - for the class path, space, class),
 * and says what became of them. Run with -Xverify:all, for classes of the JDK also -Xshare:off --add-modules ALL-SYSTEM.
 * Prints a line `rejected NAME: error` for each VerifyError or ClassFormatError, `other NAME: kind of error` for
 * each class that does not link for another reason, and last `linked N in M ms`, of the linking thread's CPU time.
 */
public final class VerifyAll {
  public static void main(String[] args) throws IOException {
    List<String> names = new ArrayList<>();
    try (BufferedReader in = Files.newBufferedReader(Path.of(args[0]))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        names.add(line);
      }
    }
    long startNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    int linked = 0;
    for (String line : names) {
      int space = line.indexOf(' ');
      String name = line.substring(space + 1);
      try {
        link(Class.forName(name, false, loaderOf(line.substring(0, space))));
        linked++;
      } catch (VerifyError | ClassFormatError e) {
        System.out.println("rejected " + name + ": " + e.toString().replace('\n', ' '));
      } catch (Throwable e) {
        System.out.println("other " + name + ": " + e.getClass().getName());
      }
    }
    long linkingNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - startNs;
    System.out.println("linked " + linked + " in " + linkingNs / 1_000_000 + " ms");
  }

  /**
   * HotSpot links a class, without initialising it, before it looks at its members, and then loads the classes that these
   * name. One kind of members whose classes are all there is enough to tell that it links.
   */
  private static void link(Class<?> type) {
    try {
      type.getDeclaredMethods();
    } catch (NoClassDefFoundError methods) {
      try {
        type.getDeclaredConstructors();
      } catch (NoClassDefFoundError constructors) {
        type.getDeclaredFields();
        return;
      }
      if (type.isInterface()) type.getDeclaredFields(); // Interfaces have no constructors: no one has looked
    }
  }

  private static ClassLoader loaderOf(String module) {
    if (module.equals("-")) return ClassLoader.getSystemClassLoader();
    return ModuleLayer.boot().findModule(module).orElseThrow().getClassLoader();
  }
}
