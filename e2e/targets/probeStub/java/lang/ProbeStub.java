package java.lang;

/**
 * Stands for the probe class while everything, java.base included, is instrumented: calls nothing but an intrinsic. It
 * counts for one thread, so that a program can see whether its entries and exits balance; until that is named it must
 * not even call Thread.currentThread(), whose native code is registered late.
 */
public final class ProbeStub {
  /** The thread that is counted; null: none. */
  public static Thread watched;

  public static long entries;
  public static int depth;

  private ProbeStub() {}

  public static void entry(int methodId) {
    if (watched != null && Thread.currentThread() == watched) {
      entries++;
      depth++;
    }
  }

  public static void exit(int methodId) {
    if (watched != null && Thread.currentThread() == watched) {
      depth--;
    }
  }

  public static void gate(int methodId) {}

  public static void rootEntry(int methodId) {
    entry(methodId);
  }

  public static void rootExit(int methodId) {
    exit(methodId);
  }
}
