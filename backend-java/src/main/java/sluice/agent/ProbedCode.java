package sluice.agent;

/** Code that names a class of the probes already, before the tool has put any in. */
final class ProbedCode {
    private static final byte[] PROBES = ModifiedUtf8.encode("java/lang/SluiceProbe", 64);
    private static final byte[] REGIONS = ModifiedUtf8.encode("java/lang/SluiceRegion", 64);

    private ProbedCode() {}

    /** May be wrong the other way only: a class that has had probes once may keep their constants. */
    static boolean is(byte[] classFile) {
        return contains(classFile, PROBES) || contains(classFile, REGIONS);
    }

    private static boolean contains(byte[] bytes, byte[] wanted) {
        int last = wanted.length - 1;
        // The last letter first: it is rarer than those that all names begin with.
        for (int end = last; end < bytes.length; end++) {
            if (bytes[end] != wanted[last]) continue;
            int i = 0;
            while (i < last && bytes[end - last + i] == wanted[i]) i++;
            if (i == last) return true;
        }
        return false;
    }
}
