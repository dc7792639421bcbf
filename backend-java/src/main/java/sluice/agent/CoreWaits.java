package sluice.agent;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * How long one thread was ready to run and had no core, as Linux counts it in /proc/self/task/N/schedstat: ns on a core, ns waited
 * (which goes on when the thread gets its core), times that it came onto a core. Pump only. What the thread waited so while it waited
 * for Sluice is left out, for that wait is charged to nobody anyway.
 */
final class CoreWaits {
    private static final String TASKS = "/proc/self/task/";
    /** Each thread's file is kept open. */
    static final int MOST_FILES = 256;
    private static int files;
    /** Whether this system tells; null until it was looked. */
    private static Boolean known;

    private final SluiceLane lane;
    private final byte[] text = new byte[80];
    /** On a core, waited for one (ns), times that it came onto one. */
    private final long[] numbers = new long[3];
    /** Null before the thread has told its number, and where its file cannot be read. */
    private RandomAccessFile file;
    private boolean isRefused;
    private long seenNs;
    private long seenLateNs;
    /** Time of the last look, ns; 0: the thread was within Sluice then. */
    private long lookedAtNs;
    private long lookedRanNs;
    private long lookedArrivals;
    private long sinceNs;
    private long ranNs;
    private long arrivals;

    CoreWaits(SluiceLane lane) {
        this.lane = lane;
    }

    /**
     * Whether this system tells. Worker only. It is looked once for all recordings of a JVM: Class.getDeclaredMethods copies each
     * Method, which is compiled, and of a quiet JDK 17 such code keeps the version of the class that it was compiled for.
     */
    static boolean areKnown() {
        if (known == null) known = look();
        return known;
    }

    /** Compares what the JVM says of the calling thread, of the agent's, with what the system says. */
    private static boolean look() {
        try {
            SluiceNativeThread.locate();
            if (firstNumber("/proc/thread-self/stat") == SluiceNativeThread.current()
                    && new File(TASKS + SluiceNativeThread.current() + "/schedstat").canRead()) return true;
        } catch (ReflectiveOperationException | IOException | RuntimeException none) {
            // Not Linux, or not HotSpot.
        }
        SluiceNativeThread.forget();
        return false;
    }

    private static long firstNumber(String path) throws IOException {
        try (FileInputStream file = new FileInputStream(path)) {
            byte[] text = new byte[80];
            return number(text, 0, file.read(text));
        }
    }

    /** Whether there is a thread whose waits are not told, as too many others' are. */
    boolean isOneTooMany() {
        return file == null && files >= MOST_FILES && lane.lateness.nativeId() != 0;
    }

    /** @return ns that the thread has waited since the last call, 0 where that is not known yet */
    long takeNs() {
        if (file == null && !open()) return 0;
        long previousNs = lookedAtNs;
        lookedAtNs = 0;
        long lateNs = lane.lateness.lateNs();
        if (SluiceProbe.wasInGraph(lane)) return 0; // what it waits now is told when it is over: a racy look
        if (!read()) return 0;
        // Of a thread that runs, the system knows what it ran up to its last tick only. Who sleeps has numbers that stand.
        boolean isAsleep = numbers[1] > seenNs && isAsleep() && read();
        if (lane.lateness.lateNs() != lateNs || SluiceProbe.wasInGraph(lane)) return 0;
        lookedAtNs = System.nanoTime();
        sinceNs = previousNs;
        ranNs = numbers[0] - lookedRanNs;
        arrivals = isAsleep && previousNs != 0 ? numbers[2] - lookedArrivals : 0;
        lookedRanNs = numbers[0];
        lookedArrivals = numbers[2];
        long outsideNs = numbers[1] - seenNs - (lateNs - seenLateNs);
        if (outsideNs < 0) lookedAtNs = 0; // a wake-up took longer than its wait for a core: the next wait pays for it
        if (outsideNs <= 0) return 0;
        seenNs = numbers[1];
        seenLateNs = lateNs;
        return outsideNs;
    }

    /** Since when the other two are: the look before the last, System.nanoTime(). */
    long sinceNs() {
        return sinceNs;
    }

    /** What the thread had of a core between the last two looks. */
    long ranNs() {
        return ranNs;
    }

    /** How often it came onto a core between the last two looks; 0: not known, and so is ranNs. */
    long arrivals() {
        return arrivals;
    }

    private boolean open() {
        int nativeId = lane.lateness.nativeId();
        if (nativeId == 0 || isRefused || files >= MOST_FILES) return false;
        try {
            file = new RandomAccessFile(TASKS + nativeId + "/schedstat", "r");
            files++;
        } catch (IOException | RuntimeException gone) { // or a security manager of the program's
            isRefused = true;
            return false;
        }
        if (read()) seenNs = numbers[1];
        seenLateNs = lane.lateness.lateNs();
        return true;
    }

    /** @return false: the thread has ended */
    private boolean read() {
        try {
            file.seek(0);
            int length = file.read(text);
            int at = 0;
            for (int i = 0; i < numbers.length; i++) {
                long number = number(text, at, length);
                if (number < 0) return false;
                numbers[i] = number;
                while (at < length && text[at] != ' ') at++;
                at++;
            }
            return true;
        } catch (IOException ended) {
            return false;
        }
    }

    /** Whether the thread neither runs nor is ready to. */
    private boolean isAsleep() {
        try (FileInputStream stat = new FileInputStream(TASKS + lane.lateness.nativeId() + "/stat")) {
            int length = stat.read(text);
            for (int i = length - 3; i >= 0; i--) {
                if (text[i] == ')') return text[i + 2] != 'R'; // number (name) state ...; the name may have a ')' too
            }
            return false;
        } catch (IOException ended) {
            return false;
        }
    }

    void close() {
        if (file == null) return;
        files--;
        try {
            file.close();
        } catch (IOException closed) {
            // It is closed.
        }
        file = null;
        isRefused = true;
    }

    /** @return -1: there is none */
    private static long number(byte[] text, int from, int length) {
        long value = 0;
        int at = from;
        while (at < length && text[at] >= '0' && text[at] <= '9') value = value * 10 + text[at++] - '0';
        return at == from ? -1 : value;
    }
}
