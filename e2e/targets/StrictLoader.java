import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntUnaryOperator;

/**
 * Plug-ins of a sandbox: their loader hands on nothing that it does not know, and java.lang.SluiceProbe is nothing it knows. The
 * loader's own code is called as ever, and each question to it is printed.
 */
public class StrictLoader {
    public static class PlugIn implements IntUnaryOperator {
        @Override
        public int applyAsInt(int i) {
            return leaf(i) + 1;
        }

        int leaf(int i) {
            return i * 2;
        }
    }

    public static class Other implements IntUnaryOperator {
        @Override
        public int applyAsInt(int i) {
            int left = i;
            while (left > 7) left -= 7;
            return left;
        }
    }

    static class Sandbox extends ClassLoader {
        Sandbox() {
            super("left", null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) return loaded;
            if (name.startsWith("StrictLoader$")) {
                byte[] classFile = classFile(name);
                return defineClass(name, classFile, 0, classFile.length);
            }
            if (name.equals("java.lang.Object") || name.equals("java.util.function.IntUnaryOperator")) return Class.forName(name);
            System.out.println("REFUSED " + name);
            throw new ClassNotFoundException("not for plug-ins: " + name);
        }
    }

    static Sandbox sandbox = new Sandbox();

    public static void main(String[] args) throws Exception {
        Target.serve(args, StrictLoader::run, StrictLoader::load);
    }

    /** The word "other": a plug-in is loaded before it is called. */
    static void load() throws Exception {
        made("StrictLoader$PlugIn");
    }

    static void run() throws Exception {
        System.out.println("RESULT " + root());
    }

    static int root() throws Exception {
        return made("StrictLoader$PlugIn").applyAsInt(3) + made("StrictLoader$Other").applyAsInt(9);
    }

    private static IntUnaryOperator made(String name) throws Exception {
        return (IntUnaryOperator) sandbox.loadClass(name).getDeclaredConstructor().newInstance();
    }

    static byte[] classFile(String name) {
        try (InputStream in = StrictLoader.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        } catch (IOException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
