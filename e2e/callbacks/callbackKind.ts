/**
 * What the JDK calls back, each kind in a small program of its own: a large program, or one that uses method handles, reveals all its
 * methods at once and hides what is lost. Each callback counts itself by `hit(i)`, an addition and nothing of the JDK.
 */
export interface CallbackKind {
  readonly name: string;
  /** Of callback i: nested class and method. */
  readonly callbacks: readonly string[];
  /** The nested classes. Without bridge methods (JLS §15.12.4.5), which would be counted under the same name. */
  readonly members: string;
  /** What the root runs, 20 times. */
  readonly body: string;
  /** The JDK looks for the nested class P among the services of this name. */
  readonly service?: string;
  /** Called back on other threads too, which the root starts. */
  readonly threads?: true;
}

/** One source file for each kind; the program prints what each callback counted. */
export function callbackSource({ name, members, body }: CallbackKind): string {
  return `package callbacks;
import java.io.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.net.*;
import java.nio.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;
@SuppressWarnings({ "unchecked", "rawtypes", "deprecation", "removal" })
public class ${name} {
  static final int[] hits = new int[10];
  static int runs;
  static synchronized void hit(int callback) { hits[callback]++; }
  static InputStream xml(String text) { return new ByteArrayInputStream(text.getBytes()); }
  static byte[] bytesOf(Object object) throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) { out.writeObject(object); }
    return bytes.toByteArray();
  }
  static Object copy(Object object) throws Exception {
    return new ObjectInputStream(new ByteArrayInputStream(bytesOf(object))).readObject();
  }
  ${members}
  static void root() throws Throwable {
    ${body}
  }
  public static void main(String[] gate) throws Throwable {
    if (gate.length > 0) { System.out.println("ready"); System.in.read(); }
    Arrays.fill(hits, 0);
    for (; runs < 20; runs++) root();
    System.out.println("hits " + Arrays.toString(hits));
    if (gate.length > 0) while (System.in.read() >= 0) { }
    System.exit(0);
  }
}
`;
}
