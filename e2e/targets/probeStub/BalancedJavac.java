import javax.tools.ToolProvider;

/**
 * Runs the JDK's compiler, every method of which has probes, in the main thread and says whether entries and exits
 * balance: `entries N`, `open 0`. Arguments are javac's.
 */
public final class BalancedJavac {
  public static void main(String[] args) {
    ProbeStub.watched = Thread.currentThread();
    int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, args);
    ProbeStub.watched = null;
    System.out.println("status " + status);
    System.out.println("entries " + ProbeStub.entries);
    System.out.println("open " + ProbeStub.open);
  }
}
