import com.sun.source.util.JavacTask;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A large real program: "run" compiles 100 generated sources with the JDK's own compiler, in this process and in
 * memory. The same input each time, so that two runs make the same calls in com.sun.tools.javac. "other" attributes
 * them, and keeps what it has made.
 */
public class JavacHost {
    private static final int SOURCES = 100;
    private static final int METHODS_PER_SOURCE = 2;

    public static void main(String[] args) throws Exception {
        Target.serve(args, JavacHost::compile, JavacHost::hold);
    }

    /** What "other" has attributed, with all trees and symbols: some hundred thousand objects for a heap dump. */
    static JavacTask held;

    static void hold() throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        InMemory inMemory = new InMemory(compiler.getStandardFileManager(null, null, null));
        held = (JavacTask) compiler.getTask(null, inMemory, null, List.of("-proc:none"), null, sources());
        for (Object each : held.analyze()) kept.add(each);
    }

    private static final List<Object> kept = new ArrayList<>();

    static void compile() throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            InMemory inMemory = new InMemory(files);
            List<String> options = List.of("-proc:none", "-Xlint:none");
            boolean good = compiler.getTask(messages, inMemory, null, options, null, sources()).call();
            if (!good) throw new AssertionError(messages);
            System.out.println("COMPILED " + inMemory.classes + " classes, " + inMemory.bytes + " bytes");
        }
    }

    private static List<JavaFileObject> sources() {
        List<JavaFileObject> sources = new ArrayList<>();
        for (int i = 0; i < SOURCES; i++) sources.add(new Source("generated.Unit" + i, sourceOf(i)));
        return sources;
    }

    /** Generics, lambdas, switches, inner classes, try and string concatenation: work for every phase. */
    private static String sourceOf(int i) {
        StringBuilder text = new StringBuilder();
        text.append("package generated;\nimport java.util.*;\nimport java.util.function.*;\n");
        text.append("public class Unit").append(i).append(" {\n");
        text.append("  private final Map<String, List<Integer>> index = new HashMap<>();\n");
        for (int m = 0; m < METHODS_PER_SOURCE; m++) {
            text.append("  public int method").append(m).append("(int a, String b) {\n");
            text.append("    int sum = a;\n");
            text.append("    for (int i = 0; i < a; i++) sum += switch (i % 4) { case 0 -> 1; case 1 -> b.length(); default -> i; };\n");
            text.append("    Function<Integer, Integer> twice = x -> x * 2 + a;\n");
            text.append("    try { sum += index.computeIfAbsent(b + sum, k -> new ArrayList<>()).size(); }\n");
            text.append("    catch (IllegalStateException | NullPointerException e) { sum = -1; }\n");
            text.append("    finally { sum += twice.apply(sum); }\n");
            if (i > 0) text.append("    sum += new Unit").append(i - 1).append("().method").append(m).append("(1, b);\n");
            text.append("    return sum;\n  }\n");
        }
        text.append("  static class Inner<T extends Comparable<T>> {\n    T most(List<T> all) {\n");
        text.append("      T best = null;\n      for (T t : all) if (best == null || t.compareTo(best) > 0) best = t;\n");
        text.append("      return best;\n    }\n  }\n}\n");
        return text.toString();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("string:///" + className.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Takes the class files that the compiler writes, and only counts them. */
    private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        int classes;
        long bytes;

        InMemory(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            classes++;
                            bytes += size();
                        }
                    };
                }
            };
        }
    }
}
