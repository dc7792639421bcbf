import java.util.Random;

/** Filters over a grey picture, a row of it at a call: methods of some 2 to 200 µs. */
public final class Pictures {
    private static final int WIDTH = 4_096;
    private static final int HEIGHT = 64;

    private final int[][] rows = new int[HEIGHT][WIDTH];
    private final int[][] filtered = new int[HEIGHT][WIDTH];
    private final int[] histogram = new int[256];
    private final int[] gamma = new int[256];
    private final Random random = new Random(7);

    public static void main(String[] args) {
        Pictures pictures = new Pictures();
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) sum += pictures.pass();
        System.out.println(sum);
    }

    private long pass() {
        for (int y = 0; y < HEIGHT; y++) fillWithNoise(rows[y]);
        fillGamma(0.4 + random.nextDouble());
        for (int y = 0; y < HEIGHT; y++) correctGamma(rows[y]);
        for (int y = 0; y < HEIGHT; y++) blur(rows[y], filtered[y]);
        for (int y = 1; y < HEIGHT - 1; y++) findMedians(y);
        for (int y = 1; y < HEIGHT - 1; y++) findEdges(y);
        for (int y = 1; y < HEIGHT - 1; y++) sharpen(y);
        for (int y = 1; y < HEIGHT - 1; y++) erode(y);
        for (int y = 0; y < HEIGHT; y++) bend(rows[y], filtered[y], y);
        for (int y = 0; y < HEIGHT; y++) scale(filtered[y], rows[y]);
        for (int y = 0; y < HEIGHT; y++) count(rows[y]);
        int middle = medianOfHistogram();
        for (int y = 0; y < HEIGHT - 1; y++) dither(rows[y], rows[y + 1], middle);
        long sum = 0;
        for (int y = 0; y < HEIGHT; y++) sum += checksum(rows[y]);
        return sum;
    }

    private void fillWithNoise(int[] row) {
        int bits = random.nextInt() | 1;
        for (int x = 0; x < WIDTH; x++) {
            bits ^= bits << 13;
            bits ^= bits >>> 17;
            bits ^= bits << 5;
            row[x] = bits & 255;
        }
    }

    private void fillGamma(double exponent) {
        for (int value = 0; value < 256; value++) gamma[value] = (int) (255 * Math.pow(value / 255.0, exponent));
    }

    private void correctGamma(int[] row) {
        for (int x = 0; x < WIDTH; x++) row[x] = gamma[row[x]];
    }

    private void blur(int[] row, int[] blurred) {
        for (int x = 0; x < WIDTH; x++) {
            int sum = 0;
            int from = Math.max(0, x - 7);
            int end = Math.min(WIDTH, x + 8);
            for (int near = from; near < end; near++) sum += row[near];
            blurred[x] = sum / (end - from);
        }
    }

    /** Of nine neighbours, by insertion. */
    private void findMedians(int y) {
        int[] nine = new int[9];
        for (int x = 1; x < WIDTH - 1; x++) {
            int count = 0;
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    int value = filtered[y + dy][x + dx];
                    int at = count++;
                    for (; at > 0 && nine[at - 1] > value; at--) nine[at] = nine[at - 1];
                    nine[at] = value;
                }
            }
            rows[y][x] = nine[4];
        }
    }

    /** Sobel's operator. */
    private void findEdges(int y) {
        int[] above = rows[y - 1];
        int[] below = rows[y + 1];
        int[] row = rows[y];
        for (int x = 1; x < WIDTH - 1; x++) {
            int across = above[x + 1] + 2 * row[x + 1] + below[x + 1] - above[x - 1] - 2 * row[x - 1] - below[x - 1];
            int down = below[x - 1] + 2 * below[x] + below[x + 1] - above[x - 1] - 2 * above[x] - above[x + 1];
            filtered[y][x] = (int) Math.sqrt((double) across * across + (double) down * down) & 255;
        }
    }

    private void sharpen(int y) {
        int[] row = filtered[y];
        for (int x = 1; x < WIDTH - 1; x++) {
            int value = 5 * row[x] - row[x - 1] - row[x + 1] - filtered[y - 1][x] - filtered[y + 1][x];
            rows[y][x] = Math.min(255, Math.max(0, value));
        }
    }

    private void erode(int y) {
        for (int x = 2; x < WIDTH - 2; x++) {
            int least = 255;
            for (int near = x - 2; near <= x + 2; near++) {
                least = Math.min(least, Math.min(rows[y - 1][near], Math.min(rows[y][near], rows[y + 1][near])));
            }
            filtered[y][x] = least;
        }
    }

    private void bend(int[] row, int[] bent, int y) {
        for (int x = 0; x < WIDTH; x++) {
            int from = x + (int) (20 * Math.sin((x + 8 * y) / 50.0));
            bent[x] = row[Math.min(WIDTH - 1, Math.max(0, from))];
        }
    }

    private void scale(int[] row, int[] scaled) {
        for (int x = 0; x < WIDTH; x++) {
            double at = x * 0.73;
            int left = (int) at;
            double part = at - left;
            scaled[x] = (int) ((1 - part) * row[left] + part * row[left + 1]);
        }
    }

    private void count(int[] row) {
        for (int x = 0; x < WIDTH; x++) histogram[row[x] & 255]++;
    }

    private int medianOfHistogram() {
        int left = WIDTH * HEIGHT / 2;
        int value = 0;
        for (; value < 255 && left > 0; value++) left -= histogram[value];
        java.util.Arrays.fill(histogram, 0);
        return value;
    }

    /** Floyd and Steinberg's. */
    private void dither(int[] row, int[] next, int middle) {
        for (int x = 1; x < WIDTH - 1; x++) {
            int shown = row[x] < middle ? 0 : 255;
            int error = row[x] - shown;
            row[x] = shown;
            row[x + 1] += error * 7 / 16;
            next[x - 1] += error * 3 / 16;
            next[x] += error * 5 / 16;
            next[x + 1] += error / 16;
        }
    }

    /** Adler's. */
    private long checksum(int[] row) {
        int a = 1;
        int b = 0;
        for (int x = 0; x < WIDTH; x++) {
            a = (a + row[x]) % 65_521;
            b = (b + a) % 65_521;
        }
        return (long) b << 16 | a & 0xFFFF;
    }
}
