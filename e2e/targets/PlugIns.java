import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/**
 * 500 plug-ins, one after the other, each by a loader of its own that holds 1 MB and is dropped at once. At the end it prints
 * how many loaders are left: a heap of 64 MB holds few.
 */
public class PlugIns {
    private static final int LOADERS = 500;
    private static final Cleaner CLEANER = Cleaner.create();
    private static final AtomicInteger LEFT = new AtomicInteger();

    public static class PlugIn implements IntUnaryOperator {
        @Override
        public int applyAsInt(int i) {
            return leaf(i) + 1;
        }

        int leaf(int i) {
            int left = i;
            while (left > 7) left -= 7;
            return left;
        }
    }

    static class Loader extends ClassLoader {
        final byte[] classFile;
        final byte[] state = new byte[1 << 20];

        Loader(byte[] classFile) {
            super(PlugIns.class.getClassLoader());
            this.classFile = classFile;
            LEFT.incrementAndGet();
            CLEANER.register(this, LEFT::decrementAndGet);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("PlugIns$PlugIn")) return super.loadClass(name, resolve);
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : defineClass(name, classFile, 0, classFile.length);
        }
    }

    public static void main(String[] args) throws Exception {
        Target.serve(args, PlugIns::run);
    }

    static void run() throws Exception {
        byte[] classFile = classFile();
        int sum = 0;
        for (int i = 0; i < LOADERS; i++) sum += root(classFile, i);
        System.out.println("SUM " + sum);
        for (int look = 0; look < 100 && LEFT.get() > 1; look++) {
            System.gc();
            Thread.sleep(10);
        }
        System.out.println("LOADERS LEFT " + LEFT.get());
    }

    static int root(byte[] classFile, int i) throws Exception {
        Class<?> type = new Loader(classFile).loadClass("PlugIns$PlugIn");
        return ((IntUnaryOperator) type.getDeclaredConstructor().newInstance()).applyAsInt(i);
    }

    private static byte[] classFile() throws IOException {
        try (InputStream in = PlugIns.class.getResourceAsStream("PlugIns$PlugIn.class")) {
            return in.readAllBytes();
        }
    }
}
