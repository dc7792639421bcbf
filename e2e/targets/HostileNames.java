import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;

/**
 * Names that no compiler makes, but every JVM takes (JVMS 4.2.2: all but . ; [ / in a class's, < and > besides in a method's):
 * markup, formulas, what steers a terminal, what hides or turns text, halves of characters, 64 KB. Each is a class, its method
 * and the thread that calls it.
 */
public class HostileNames {
    private static final String LONG = "long".repeat(16_000);
    private static final String[][] NAMES = {
        {"<img src=x onerror=owned=1>", "\" onclick=\"owned=1", "</script><script>owned=1</script><owned>bold</owned>"},
        {"&lt <owned> ${owned} {{owned}}", "' onclick='owned=1", "<svg onload=owned=1>"},
        {"\u009b31mred\u001bc", "\u001b\u0007\b\u009d", "\u001b]0;owned\u0007\u001b[2J\u001b[31m"},
        {"\u202eesrever\u2066", "two\nlines\r\t\u0000\u200b", "\u202eesrever\u2028\u2029\ufeff"},
        {"=1+cmd|' !A1", "@SUM(1,1)", "=HYPERLINK(\"x\",\"y\")"},
        {"+1", "-1", "\t=1"},
        {"\ud800half", "half\udfff", "\udc00\ud800"},
        {"__proto__", "constructor", "__proto__"},
        {"..\\..\\..\\x".replace('.', '\u2024'), "%2e%2e%2f", "../../../../etc/passwd"},
        {LONG, LONG, LONG},
    };

    public static void main(String[] args) throws Exception {
        Runnable[] works = new Runnable[NAMES.length];
        for (int i = 0; i < works.length; i++) {
            works[i] = (Runnable) new Renamed(NAMES[i][0], NAMES[i][1]).make();
        }
        Target.serve(args, () -> {
            for (int i = 0; i < works.length; i++) {
                Runnable work = works[i];
                Thread thread = new Thread(() -> root(work), NAMES[i][2]);
                thread.start();
                thread.join();
            }
        });
    }

    static void root(Runnable work) {
        work.run();
    }

    /** Defines the Template under another name, its method too: two constants of its class file. */
    private static final class Renamed extends ClassLoader {
        private final String className;
        private final String method;

        Renamed(String className, String method) {
            super(HostileNames.class.getClassLoader());
            this.className = className;
            this.method = method;
        }

        Object make() throws Exception {
            byte[] bytes = renamed();
            Constructor<?> constructor = defineClass(null, bytes, 0, bytes.length).getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        }

        private byte[] renamed() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (InputStream file = HostileNames.class.getResourceAsStream("Template.class")) {
                DataInputStream in = new DataInputStream(file);
                DataOutputStream out = new DataOutputStream(bytes);
                out.writeInt(in.readInt());
                out.writeInt(in.readInt());
                int constants = in.readUnsignedShort();
                out.writeShort(constants);
                for (int i = 1; i < constants; i++) i += copyConstant(in, out);
                in.transferTo(out);
            }
            return bytes.toByteArray();
        }

        /** @return 1 for a constant of two places, else 0 (JVMS 4.4) */
        private int copyConstant(DataInputStream in, DataOutputStream out) throws IOException {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            if (tag == 1) {
                String text = in.readUTF();
                out.writeUTF(text.equals("Template") ? className : text.equals("victim") ? method : text);
                return 0;
            }
            int size = tag == 5 || tag == 6 ? 8 : tag == 7 || tag == 8 || tag == 16 || tag >= 19 ? 2 : tag == 15 ? 3 : 4;
            out.write(in.readNBytes(size));
            return size == 8 ? 1 : 0;
        }
    }
}

/** Without a name of its own in a descriptor, which a long name would make too long. */
class Template implements Runnable {
    public Template() {}

    public void run() {
        victim();
    }

    static void victim() {
        if (System.nanoTime() == 42) throw new IllegalStateException();
    }
}
