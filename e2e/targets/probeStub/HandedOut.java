import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An agent and a program in one. `-javaagent:JAR=take,FILE` retransforms all loaded boot classes and writes what the JVM
 * hands out, as DumpJrt does; `=put,FILE` retransforms them to what the file has, in the same form. The program then works
 * with them, its probes watched, and says what came of it: `result ...`, `entries N`, `open 0`.
 */
public final class HandedOut {
  public static void premain(String options, Instrumentation instrumentation) throws Exception {
    work(); // loads what the program uses
    String[] parts = options.split(",", 2);
    Path file = Path.of(parts[1]);
    boolean isTaken = parts[0].equals("take");
    Map<String, byte[]> classes = isTaken ? Collections.synchronizedMap(new TreeMap<>()) : read(file);
    ClassFileTransformer transformer =
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            if (redefined == null || loader != null) return null;
            if (!isTaken) return classes.get(name);
            classes.put(name, bytes);
            return null;
          }
        };
    instrumentation.addTransformer(transformer, true);
    List<Class<?>> wanted = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      boolean isOurs = isTaken || classes.containsKey(type.getName().replace('.', '/'));
      if (type.getClassLoader() == null && isOurs && instrumentation.isModifiableClass(type)) wanted.add(type);
    }
    instrumentation.retransformClasses(wanted.toArray(new Class<?>[0]));
    instrumentation.removeTransformer(transformer);
    System.out.println("retransformed " + wanted.size());
    if (isTaken) write(file, classes);
  }

  public static void main(String[] args) {
    ProbeStub.watched = Thread.currentThread();
    String result = work();
    ProbeStub.watched = null;
    System.out.println("result " + result);
    System.out.println("entries " + ProbeStub.entries);
    System.out.println("open " + ProbeStub.open);
  }

  private static String work() {
    Map<String, List<BigInteger>> lists = new HashMap<>();
    for (int i = 0; i < 400; i++) {
      BigInteger number = BigInteger.valueOf(i).pow(i % 7).negate();
      lists.computeIfAbsent(String.format("%03x", i % 37), key -> new ArrayList<>()).add(number);
    }
    StringBuilder result = new StringBuilder();
    for (Map.Entry<String, List<BigInteger>> entry : new TreeMap<>(lists).entrySet()) {
      Collections.sort(entry.getValue());
      result.append(entry.getKey()).append(Arrays.asList(entry.getValue().toString().split("[, ]+", 3)));
      try {
        entry.getValue().listIterator(99);
      } catch (IndexOutOfBoundsException e) {
        result.append(e.getMessage().length());
      }
    }
    return Integer.toHexString(result.toString().hashCode()) + result.length();
  }

  private static Map<String, byte[]> read(Path file) throws IOException {
    Map<String, byte[]> classes = new HashMap<>();
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      while (in.available() > 0) {
        in.readUTF();
        String path = in.readUTF();
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        classes.put(path.substring(0, path.length() - ".class".length()), bytes);
      }
    }
    return classes;
  }

  private static void write(Path file, Map<String, byte[]> classes) throws IOException {
    try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
        out.writeUTF("boot");
        out.writeUTF(entry.getKey() + ".class");
        out.writeInt(entry.getValue().length);
        out.write(entry.getValue());
      }
    }
  }
}
