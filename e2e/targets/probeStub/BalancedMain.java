/**
 * Runs the main method of a class, its probes watched in the main thread, and says whether entries and exits balance:
 * `entries N`, `open 0`. Usage: BalancedMain CLASS ARGUMENT...
 */
public final class BalancedMain {
  public static void main(String[] args) throws Exception {
    var main = Class.forName(args[0]).getMethod("main", String[].class);
    Object arguments = java.util.Arrays.copyOfRange(args, 1, args.length);
    ProbeStub.watched = Thread.currentThread();
    try {
      main.invoke(null, arguments);
    } finally {
      ProbeStub.watched = null;
    }
    System.out.println("\nentries " + ProbeStub.entries);
    System.out.println("open " + ProbeStub.open);
  }
}
