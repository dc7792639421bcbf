package sluice.agent;

/**
 * The name that a class file has of itself: whoever defines a class need not give one (ClassLoader.defineClass with null, JNI
 * DefineClass), and then the JVM gives none to transformers.
 */
final class ClassFileName {
    private static final int POOL_COUNT_AT = 8;
    private static final int UTF8 = 1;

    private ClassFileName() {}

    /** @return a/b/C; null when the bytes are no class file, which the JVM will not define either */
    static String of(byte[] bytes) {
        try {
            int count = u2(bytes, POOL_COUNT_AT);
            int[] starts = new int[count];
            int at = POOL_COUNT_AT + 2;
            for (int index = 1; index < count; index++) {
                starts[index] = at;
                int tag = bytes[at];
                int length = tag == UTF8 ? 3 + u2(bytes, at + 1) : lengthOf(tag);
                if (length == 0) return null;
                at += length;
                if (tag == 5 || tag == 6) index++; // long and double take two indexes
            }
            int thisClass = starts[u2(bytes, at + 2)]; // behind access_flags
            int text = starts[u2(bytes, thisClass + 1)];
            return ModifiedUtf8.decode(bytes, text + 1, 2 + u2(bytes, text + 1));
        } catch (IndexOutOfBoundsException | ProtocolException malformed) {
            return null;
        }
    }

    /** Of a constant, with its tag (JVMS 4.4); 0: there is none with this tag. */
    private static int lengthOf(int tag) {
        switch (tag) {
            case 7: // Class
            case 8: // String
            case 16: // MethodType
            case 19: // Module
            case 20: // Package
                return 3;
            case 15: // MethodHandle
                return 4;
            case 3: // Integer
            case 4: // Float
            case 9: // Fieldref
            case 10: // Methodref
            case 11: // InterfaceMethodref
            case 12: // NameAndType
            case 17: // Dynamic
            case 18: // InvokeDynamic
                return 5;
            case 5: // Long
            case 6: // Double
                return 9;
            default:
                return 0;
        }
    }

    private static int u2(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }
}
