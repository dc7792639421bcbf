import type { CallbackKind } from './callbackKind.ts';

export const FILES: readonly CallbackKind[] = [
  {
    name: 'Visiting',
    callbacks: ['V.visitFile', 'V.preVisitDirectory'],
    members: `static class V extends SimpleFileVisitor<Object> {
      public FileVisitResult visitFile(Object p, java.nio.file.attribute.BasicFileAttributes a) { hit(0); return FileVisitResult.CONTINUE; }
      public FileVisitResult preVisitDirectory(Object p, java.nio.file.attribute.BasicFileAttributes a) { hit(1); return FileVisitResult.CONTINUE; } }`,
    body: `Path folder = Files.createTempDirectory("visiting");
      Path file = Files.createFile(folder.resolve("a"));
      Files.walkFileTree(folder, new V());
      Files.delete(file); Files.delete(folder);`,
  },
  {
    name: 'DirectoryFilter',
    callbacks: ['F.accept'],
    members: `static class F implements DirectoryStream.Filter<Object> { public boolean accept(Object p) { hit(0); return true; } }`,
    body: `Path folder = Files.createTempDirectory("filter");
      Path file = Files.createFile(folder.resolve("a"));
      try (var files = Files.newDirectoryStream(folder, new F())) { for (var each : files) { } }
      Files.delete(file); Files.delete(folder);`,
  },
  {
    name: 'PathFilter',
    callbacks: ['F.accept'],
    members: `static class F implements FileFilter { public boolean accept(File f) { hit(0); return true; } }`,
    body: `Path folder = Files.createTempDirectory("filter");
      Path file = Files.createFile(folder.resolve("a"));
      folder.toFile().listFiles(new F());
      Files.delete(file); Files.delete(folder);`,
  },
  {
    name: 'NameFilter',
    callbacks: ['F.accept'],
    members: `static class F implements FilenameFilter { public boolean accept(File f, String n) { hit(0); return true; } }`,
    body: `Path folder = Files.createTempDirectory("filter");
      Path file = Files.createFile(folder.resolve("a"));
      folder.toFile().list(new F());
      Files.delete(file); Files.delete(folder);`,
  },
  {
    name: 'InputBytes',
    callbacks: ['I.read'],
    members: `static class I extends InputStream { int n = 5; public int read() { hit(0); return n-- > 0 ? 'a' : -1; } }`,
    body: `new BufferedReader(new InputStreamReader(new I())).readLine();`,
  },
  {
    name: 'OutputBefore',
    callbacks: ['O.write'],
    members: `static class O extends OutputStream { public void write(int b) { hit(0); } }
    static final PrintStream OUT = new PrintStream(new O(), true);`,
    body: `OUT.println("a");`,
  },
  {
    name: 'Writing',
    callbacks: ['W.write', 'W.flush', 'W.close'],
    members: `static class W extends Writer {
      public void write(char[] c, int a, int b) { hit(0); }
      public void flush() { hit(1); }
      public void close() { hit(2); } }`,
    body: `try (var writer = new PrintWriter(new W(), true)) { writer.println("x"); }`,
  },
  {
    name: 'Closing',
    callbacks: ['C.close'],
    members: `static class C implements AutoCloseable { public void close() { hit(0); } }
    static class I extends InputStream { final C c = new C(); public int read() { return -1; } public void close() { c.close(); } }`,
    body: `new BufferedInputStream(new I()).close();`,
  },
  {
    name: 'Streams',
    callbacks: ['S.read', 'O.write'],
    members: `static class S extends java.io.InputStream { int n = 3; public int read() { hit(0); return n-- > 0 ? n : -1; } }
    static class O extends java.io.OutputStream { public void write(int b) { hit(1); } }`,
    body: `new S().readAllBytes(); new java.io.PrintStream(new O(), true).print("ab");`,
  },
];
