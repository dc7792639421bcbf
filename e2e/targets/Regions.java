/**
 * Code whose passes are known by hand. Each "run" calls spin 10 times and branches 7 times, on this thread, recursion once, 9 deep,
 * and race 1,000 times on each of four threads. "other" overflows the stack and says how deep it was. The specs name lines by the
 * marks at their ends.
 */
final class Regions {
  static volatile int sink;

  public static void main(String[] args) throws Exception {
    Target.serve(args, Regions::run, Regions::deep);
  }

  static void run() throws InterruptedException {
    for (int i = 0; i < 10; i++) spin(200_000);
    for (int i = 0; i < 7; i++) {
      try {
        sink += branches(i);
      } catch (IllegalStateException thrown) {
        sink++;
      }
    }
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(Regions::raceOn);
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    sink += recursion(9);
  }

  /** Lasts at least as long as asked. */
  static void spin(long ns) {
    long end = System.nanoTime() + ns;
    while (System.nanoTime() < end) sink++;
  }

  /** Called with 0 to 6, the marked lines are come into 0 + 1 + 2 + 2 + 4 + 5 + 0 times; once each they return and throw. */
  static int branches(int n) {
    int sum = 0;
    if (n == 6) return -1;
    for (int i = 0; i < n; i++) {
      if (i == 4) throw new IllegalStateException(); // from
      if (n == 3 && i == 1) return sum;
      sum += i; // to
      sink++;
    }
    return sum;
  }

  static void raceOn() {
    for (int i = 0; i < 1_000; i++) race(i);
  }

  static int race(int i) {
    return i * 31;
  }

  static int recursion(int n) {
    return n == 0 ? 0 : 1 + recursion(n - 1);
  }

  static int entered;

  static void deep() {
    try {
      overflow(1);
    } catch (StackOverflowError expected) {
      System.out.println("entered " + entered);
    }
  }

  static int overflow(int n) {
    entered = n;
    return overflow(n + 1) + 1;
  }

  static int race(String overloaded) {
    return overloaded.length();
  }
}
