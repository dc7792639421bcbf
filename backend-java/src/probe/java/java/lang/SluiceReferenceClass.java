package java.lang;

/**
 * The hidden class of a lambda, as java.lang.invoke has written it (JVMS 4.1). Methods of a constructor reference begin with `new`:
 *
 * <pre>
 *     new a/b/C          ->     new a/b/C
 *     dup                       ldc_w a/b/C; invokestatic SluiceMakers.byReference(Class)
 *     ..                        dup; ..
 * </pre>
 *
 * They are straight: no jump, no handler, no frame. A method that is none of these stays as it is.
 */
final class SluiceReferenceClass {
    private static final int NEW = 0xbb;
    private static final int LDC_W = 0x13;
    private static final int INVOKESTATIC = 0xb8;
    private static final int NEW_BYTES = 3;
    private static final int TOLD_BYTES = 6;
    private static final int POOL_COUNT_AT = 8;
    private static final int POOL_AT = 10;
    /** Owner, its name, name, type, both, method. */
    private static final int CONSTANTS = 6;
    private static final String OWNER = "java/lang/SluiceMakers";
    private static final String NAME = "byReference";
    private static final String TYPE = "(Ljava/lang/Class;)V";

    private final byte[] old;
    private final byte[] written;
    private final int count;
    private int at;
    private int end;
    private int codeName = -1;

    SluiceReferenceClass(byte[] classFile) {
        old = classFile;
        count = u2(POOL_COUNT_AT);
        // One `new` takes 20 bytes with its constructor call: there are fewer than length / 20.
        written = new byte[classFile.length + classFile.length / 20 * TOLD_BYTES + 128];
    }

    /** @return null: it has no constructor reference, or no room for more constants */
    byte[] told() {
        if (count + CONSTANTS > 0xffff) return null;
        skipPool();
        copyTo(at);
        writeConstants();
        at += 6; // access_flags, this_class, super_class
        at += 2 + 2 * u2(at);
        boolean isTold = false;
        for (int members = 0; members < 2; members++) { // fields, methods
            int left = u2(at);
            for (at += 2; left > 0; left--) {
                at += 6; // access_flags, name_index, descriptor_index
                int attributes = u2(at);
                for (at += 2; attributes > 0; attributes--) isTold |= attribute();
            }
        }
        if (!isTold) return null;
        copyTo(old.length);
        byte[] exact = new byte[end];
        System.arraycopy(written, 0, exact, 0, end);
        return exact;
    }

    private void skipPool() {
        at = POOL_AT;
        for (int i = 1; i < count; i++) {
            switch (old[at]) {
                case 1: // Utf8
                    if (u2(at + 1) == 4 && old[at + 3] == 'C' && old[at + 4] == 'o' && old[at + 5] == 'd' && old[at + 6] == 'e') codeName = i;
                    at += 3 + u2(at + 1);
                    break;
                case 5: // Long
                case 6: // Double
                    at += 9;
                    i++;
                    break;
                case 7: // Class
                case 8: // String
                case 16: // MethodType
                case 19: // Module
                case 20: // Package
                    at += 3;
                    break;
                case 15: // MethodHandle
                    at += 4;
                    break;
                default:
                    at += 5;
            }
        }
    }

    private void writeConstants() {
        patch2(POOL_COUNT_AT, count + CONSTANTS);
        utf(OWNER);
        write(7);
        write2(count);
        utf(NAME);
        utf(TYPE);
        write(12); // NameAndType
        write2(count + 2);
        write2(count + 3);
        write(10); // Methodref
        write2(count + 1);
        write2(count + 4);
    }

    /** Leaves `at` behind it. */
    private boolean attribute() {
        int start = at;
        int length = u4(at + 2);
        at += 6 + length;
        if (u2(start) != codeName) return false;
        int code = start + 14; // name, length, max_stack, max_locals, code_length
        int codeLength = u4(start + 10);
        boolean isStraight = u2(code + codeLength) == 0 && u2(code + codeLength + 2) == 0; // no handlers, no attributes
        if (!isStraight || u1(code) != NEW) return false;
        copyTo(code + NEW_BYTES);
        int shift = end - (code + NEW_BYTES);
        patch4(start + 2 + shift, length + TOLD_BYTES);
        patch4(start + 10 + shift, codeLength + TOLD_BYTES);
        write(LDC_W); // behind `new` and `dup` two are on the stack anyhow
        write2(u2(code + 1));
        write(INVOKESTATIC);
        write2(count + 5);
        return true;
    }

    private int copied;

    private void copyTo(int oldEnd) {
        System.arraycopy(old, copied, written, end, oldEnd - copied);
        end += oldEnd - copied;
        copied = oldEnd;
    }

    private void utf(String ascii) {
        write(1);
        write2(ascii.length());
        for (int i = 0; i < ascii.length(); i++) write(ascii.charAt(i));
    }

    private void write(int value) {
        written[end++] = (byte) value;
    }

    private void write2(int value) {
        write(value >>> 8);
        write(value);
    }

    private void patch2(int place, int value) {
        written[place] = (byte) (value >>> 8);
        written[place + 1] = (byte) value;
    }

    private void patch4(int place, int value) {
        patch2(place, value >>> 16);
        patch2(place + 2, value);
    }

    private int u1(int place) {
        return old[place] & 0xff;
    }

    private int u2(int place) {
        return u1(place) << 8 | u1(place + 1);
    }

    private int u4(int place) {
        return u2(place) << 16 | u2(place + 2);
    }
}
