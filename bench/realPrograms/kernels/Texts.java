import java.util.Arrays;

/** Sorting, searching, packing and hashing of 16 KB of text, a whole method at a call: some 10 µs to 1 ms. */
public final class Texts {
    private static final int LENGTH = 16_384;

    private final byte[] text = new byte[LENGTH];
    private final byte[] packed = new byte[2 * LENGTH];
    private final int[] keys = new int[LENGTH];
    private final int[] spare = new int[LENGTH];
    private final int[] counts = new int[256];
    private final int[] heads = new int[4_096];
    private int seed = 1;

    public static void main(String[] args) {
        Texts texts = new Texts();
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) sum += texts.pass();
        System.out.println(sum);
    }

    private long pass() {
        write();
        long sum = countLetters();
        sum += findRepeats();
        sum += packRuns();
        moveToFront();
        sum += polynomialHash() + cyclicCheck();
        sum += countWords() + find(new byte[] {'a', 'b', 'a', 'b', 'c'});
        sum += distance(0, LENGTH / 2, 160);
        fillKeys();
        sortByDigits();
        sum += searchAll();
        fillKeys();
        sortByHeap();
        fillKeys();
        sortByGaps();
        return sum + sortedPairs();
    }

    private void write() {
        for (int i = 0; i < LENGTH; i++) {
            seed = seed * 1_103_515_245 + 12_345;
            text[i] = (byte) ("abcde fgh".charAt((seed >>> 16) % 9));
        }
    }

    private int countLetters() {
        Arrays.fill(counts, 0);
        for (byte letter : text) counts[letter & 255]++;
        return counts['a'];
    }

    /** As LZ77 does, by the hash of three letters. */
    private int findRepeats() {
        Arrays.fill(heads, -1);
        int repeated = 0;
        for (int i = 0; i + 3 < LENGTH; i++) {
            int hash = (text[i] * 961 + text[i + 1] * 31 + text[i + 2]) & heads.length - 1;
            int candidate = heads[hash];
            heads[hash] = i;
            if (candidate < 0) continue;
            int length = 0;
            while (i + length < LENGTH && text[candidate + length] == text[i + length]) length++;
            repeated += length;
        }
        return repeated;
    }

    private int packRuns() {
        int end = 0;
        for (int i = 0; i < LENGTH; ) {
            int run = 1;
            while (i + run < LENGTH && run < 127 && text[i + run] == text[i]) run++;
            packed[end++] = (byte) run;
            packed[end++] = text[i];
            i += run;
        }
        return end;
    }

    private void moveToFront() {
        byte[] order = new byte[256];
        for (int i = 0; i < 256; i++) order[i] = (byte) i;
        for (int i = 0; i < LENGTH; i++) {
            int at = 0;
            while (order[at] != text[i]) at++;
            byte found = order[at];
            for (int k = at; k > 0; k--) order[k] = order[k - 1];
            order[0] = found;
            packed[i] = (byte) at;
        }
    }

    private int polynomialHash() {
        int hash = 0;
        for (byte letter : text) hash = 31 * hash + letter;
        return hash;
    }

    private int cyclicCheck() {
        int check = -1;
        for (byte letter : text) {
            check ^= letter & 255;
            for (int bit = 0; bit < 8; bit++) check = (check >>> 1) ^ ((check & 1) == 0 ? 0 : 0xEDB88320);
        }
        return check;
    }

    private int countWords() {
        int words = 0;
        boolean inside = false;
        for (byte letter : text) {
            boolean isLetter = letter != ' ';
            if (isLetter && !inside) words++;
            inside = isLetter;
        }
        return words;
    }

    private int find(byte[] wanted) {
        int found = 0;
        for (int i = 0; i + wanted.length <= LENGTH; i++) {
            int at = 0;
            while (at < wanted.length && text[i + at] == wanted[at]) at++;
            if (at == wanted.length) found++;
        }
        return found;
    }

    /** Levenshtein's, of two pieces of the text. */
    private int distance(int first, int second, int length) {
        int[] row = new int[length + 1];
        for (int i = 0; i <= length; i++) row[i] = i;
        for (int i = 1; i <= length; i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= length; j++) {
                int above = row[j];
                int replaced = diagonal + (text[first + i] == text[second + j] ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[length];
    }

    private void fillKeys() {
        for (int i = 0; i < LENGTH; i++) {
            seed ^= seed << 13;
            seed ^= seed >>> 17;
            seed ^= seed << 5;
            keys[i] = seed >>> 8;
        }
    }

    /** Radix sort, three digits of eight bits. */
    private void sortByDigits() {
        for (int shift = 0; shift < 24; shift += 8) {
            Arrays.fill(counts, 0);
            for (int key : keys) counts[key >>> shift & 255]++;
            int sum = 0;
            for (int digit = 0; digit < 256; digit++) {
                sum += counts[digit];
                counts[digit] = sum - counts[digit];
            }
            for (int key : keys) spare[counts[key >>> shift & 255]++] = key;
            System.arraycopy(spare, 0, keys, 0, LENGTH);
        }
    }

    private int searchAll() {
        int found = 0;
        for (int wanted = 0; wanted < 1 << 24; wanted += 4_096) {
            int low = 0;
            int high = LENGTH - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (keys[middle] < wanted) low = middle + 1;
                else high = middle;
            }
            found += low;
        }
        return found;
    }

    private void sortByHeap() {
        for (int begin = LENGTH / 2 - 1, end = LENGTH; end > 1; ) {
            if (begin >= 0) begin--;
            else {
                end--;
                int largest = keys[0];
                keys[0] = keys[end];
                keys[end] = largest;
            }
            int parent = Math.max(0, begin + 1);
            int sifted = keys[parent];
            for (int child = 2 * parent + 1; child < end; child = 2 * parent + 1) {
                if (child + 1 < end && keys[child + 1] > keys[child]) child++;
                if (keys[child] <= sifted) break;
                keys[parent] = keys[child];
                parent = child;
            }
            keys[parent] = sifted;
        }
    }

    /** Shell's. */
    private void sortByGaps() {
        for (int gap = LENGTH / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < LENGTH; i++) {
                int key = keys[i];
                int at = i;
                for (; at >= gap && keys[at - gap] > key; at -= gap) keys[at] = keys[at - gap];
                keys[at] = key;
            }
        }
    }

    private int sortedPairs() {
        int sorted = 0;
        for (int i = 1; i < LENGTH; i++) if (keys[i - 1] <= keys[i]) sorted++;
        return sorted;
    }
}
