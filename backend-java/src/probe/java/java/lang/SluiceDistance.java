package java.lang;

/**
 * How many bytes are made before the next object is followed: exponential, so each byte is as likely as any other to hit, and an
 * object of s bytes is hit with 1 - exp(-s / mean) whatever came before. Calls nothing: a class of the JDK may be measured.
 */
public final class SluiceDistance {
    private static final double LN_2 = 0.6931471805599453;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private SluiceDistance() {}

    /** A state of the generator, never 0. @param seed any number */
    public static long first(long seed) {
        long mixed = seed + GOLDEN;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        mixed ^= mixed >>> 31;
        return mixed == 0 ? GOLDEN : mixed;
    }

    /** The state after this one: xorshift, which has all but 0. */
    public static long next(long state) {
        long x = state ^ state << 13;
        x ^= x >>> 7;
        return x ^ x << 17;
    }

    /** The distance that a state stands for, at least 1. */
    public static long bytes(long state, double meanBytes) {
        long bits = state * 0x2545f4914f6cdd1dL >>> 11;
        return 1 + (long) (meanBytes * -ln((bits + 0.5) * 0x1p-53));
    }

    /** The natural logarithm of a number above 0 and below 1, to ten digits. */
    public static double ln(double value) {
        double mantissa = value;
        int halvings = 0;
        while (mantissa < 0x1p-16) {
            mantissa *= 0x1p16;
            halvings += 16;
        }
        while (mantissa < 0.75) {
            mantissa *= 2;
            halvings++;
        }
        double t = (mantissa - 1) / (mantissa + 1); // at most a fifth: the series is short
        double tt = t * t;
        double sum = 1 + tt * (1.0 / 3 + tt * (1.0 / 5 + tt * (1.0 / 7 + tt * (1.0 / 9 + tt * (1.0 / 11 + tt / 13)))));
        return 2 * t * sum - halvings * LN_2;
    }
}
