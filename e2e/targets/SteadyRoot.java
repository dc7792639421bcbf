/**
 * A root that takes the same time again and again: "run" starts a thread that calls it until the program ends. Each call works through
 * 2,000 calls of methods of some nanoseconds. "other" makes each call many times as long from then on, by work without calls.
 */
final class SteadyRoot {
  static volatile int sink;
  static volatile int rounds = 0;

  public static void main(String[] args) throws Exception {
    Target.serve(args, SteadyRoot::start, () -> rounds = 10_000_000);
  }

  static void start() {
    Thread worker = new Thread(SteadyRoot::work, "worker");
    worker.setDaemon(true);
    worker.start();
  }

  static void work() {
    while (true) sink = root(sink);
  }

  static int root(int seed) {
    int value = seed;
    for (int i = 0; i < 1_000; i++) value = mixed(value, i);
    for (int i = 0; i < rounds; i++) value = value * 31 + i;
    return value;
  }

  static int mixed(int value, int i) {
    return turned(value ^ i) * 31;
  }

  static int turned(int value) {
    return Integer.rotateLeft(value, 7) + (value >>> 3);
  }
}
