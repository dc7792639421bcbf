package sluice.agent;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

public final class ClassFileNameTest {
    /** A constant that takes two indexes of the pool. */
    static long twoWide = 0x123456789abcdefL;

    public void a_class_file_tells_its_own_name() throws IOException {
        Check.equal(ClassFileName.of(classFileOf("ClassFileNameTest")), "sluice/agent/ClassFileNameTest");
        Check.equal(ClassFileName.of(classFileOf("Check")), "sluice/agent/Check");
    }

    public void what_is_cut_or_no_class_file_has_none() throws IOException {
        byte[] whole = classFileOf("ClassFileNameTest");
        for (int length = 0; length < whole.length / 2; length++) {
            String name = ClassFileName.of(Arrays.copyOf(whole, length));
            Check.that(name == null || name.equals("sluice/agent/ClassFileNameTest"), "cut at " + length + ": " + name);
        }
        Check.equal(ClassFileName.of(new byte[100]), null);
        byte[] unknownConstant = whole.clone();
        unknownConstant[10] = 99;
        Check.equal(ClassFileName.of(unknownConstant), null);
    }

    private static byte[] classFileOf(String name) throws IOException {
        try (InputStream in = ClassFileNameTest.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }
}
