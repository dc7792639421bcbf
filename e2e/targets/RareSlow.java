/** Serves 200 requests. Each of them looks something up; one of 50 finds that the index is old, and makes it anew, which takes 40 ms. */
final class RareSlow {
  static final int REQUESTS = 200;
  static final int REBUILT_EACH = 50;
  static volatile int sink;

  public static void main(String[] args) throws Exception {
    Target.serve(args, RareSlow::run, () -> sink++);
  }

  static void run() {
    for (int request = 1; request <= REQUESTS; request++) sink = serve(request);
  }

  static int serve(int request) {
    return lookUp(parse(request));
  }

  static int parse(int request) {
    int value = request;
    for (int i = 0; i < 100; i++) value = mixed(value);
    return request;
  }

  static int mixed(int value) {
    return Integer.rotateLeft(value * 31, 7);
  }

  static int lookUp(int request) {
    return request % REBUILT_EACH == 0 ? rebuildIndex(request) : read(request);
  }

  static int rebuildIndex(int request) {
    int entry = request;
    try {
      Thread.sleep(40); // as if it read a file
    } catch (InterruptedException stopped) {
      entry = 0;
    }
    return read(entry);
  }

  static int read(int entry) {
    return entry ^ entry >>> 3;
  }
}
