import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.BitSet;

/**
 * An agent changes a class of the JDK when the word "other" comes, so that it calls the program. -Dadvised names the class:
 * Object, whose toString calls Integer.toHexString, or BitSet, whose cardinality calls Long.bitCount.
 */
public class CoreAdvice {
    /** Called in the place of Integer and Long. */
    public static class Put {
        public static String toHexString(int i) {
            return "x" + step(i);
        }

        public static int bitCount(long bits) {
            return step((int) bits);
        }

        static int step(int i) {
            return i == -7 ? 0 : Math.abs(i) % 3;
        }
    }

    public static final class Agent {
        static Instrumentation instrumentation;

        public static void premain(String options, Instrumentation ofTheJvm) {
            instrumentation = ofTheJvm;
        }
    }

    static final BitSet BITS = new BitSet();
    static int sum;

    public static void main(String[] args) throws Exception {
        BITS.set(5);
        Put.step(1);
        Target.serve(args, CoreAdvice::root, CoreAdvice::advise);
    }

    static void root() {
        for (int i = 0; i < 1000; i++) sum += new Object().toString().length() + BITS.cardinality();
    }

    static void advise() throws Exception {
        Class<?> advised = Class.forName(System.getProperty("advised"));
        boolean isObject = advised == Object.class;
        String owner = isObject ? "java/lang/Integer" : "java/lang/Long";
        String method = isObject ? "toHexString" : "bitCount";
        ClassFileTransformer transformer = new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                return type == advised ? redirected(bytes, owner, method) : null;
            }
        };
        Agent.instrumentation.addTransformer(transformer, true);
        Agent.instrumentation.retransformClasses(advised);
    }

    /** Lets calls of the method go to Put: two entries at the end of the constant pool, and its Methodref leads there (JVMS 4.4). */
    static byte[] redirected(byte[] classFile, String owner, String method) {
        ByteBuffer in = ByteBuffer.wrap(classFile.clone());
        int count = in.getShort(8) & 0xffff;
        int[] offsets = new int[count];
        int at = 10;
        for (int index = 1; index < count; index++) {
            offsets[index] = at;
            int tag = in.get(at);
            if (tag == 1) at += 3 + (in.getShort(at + 1) & 0xffff);
            else if (tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20) at += 3;
            else if (tag == 15) at += 4;
            else at += tag == 5 || tag == 6 ? 9 : 5;
            if (tag == 5 || tag == 6) index++;
        }
        for (int index = 1; index < count; index++) {
            if (offsets[index] == 0 || in.get(offsets[index]) != 10) continue;
            int ofClass = offsets[in.getShort(offsets[index] + 1) & 0xffff];
            int ofName = offsets[in.getShort(offsets[index] + 3) & 0xffff];
            boolean isIt = owner.equals(text(in, offsets[in.getShort(ofClass + 1) & 0xffff]))
                    && method.equals(text(in, offsets[in.getShort(ofName + 1) & 0xffff]));
            if (isIt) in.putShort(offsets[index] + 1, (short) (count + 1));
        }
        in.putShort(8, (short) (count + 2));
        byte[] put = "CoreAdvice$Put".getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(classFile.length + put.length + 6);
        out.put(in.array(), 0, at).put((byte) 1).putShort((short) put.length).put(put);
        out.put((byte) 7).putShort((short) count).put(in.array(), at, classFile.length - at);
        return out.array();
    }

    private static String text(ByteBuffer in, int offset) {
        return new String(in.array(), offset + 3, in.getShort(offset + 1) & 0xffff, StandardCharsets.UTF_8);
    }
}
