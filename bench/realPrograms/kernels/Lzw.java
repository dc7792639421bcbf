/** LZW compression where each step is a tiny method of a tiny object, as object-oriented style has it. */
public final class Lzw {
    private static final int SLOTS = 1 << 16;

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) sum += new Lzw().compress(new Text(400_000, i));
        System.out.println(sum);
    }

    private final Table table = new Table();
    private final Output output = new Output();

    long compress(Text text) {
        int prefix = text.next();
        while (text.hasNext()) {
            int symbol = text.next();
            int code = table.find(prefix, symbol);
            if (code >= 0) {
                prefix = code;
            } else {
                output.put(prefix);
                table.add(prefix, symbol);
                prefix = symbol;
            }
        }
        output.put(prefix);
        return output.checksum();
    }

    /** Letters by chance, the same for the same seed. */
    static final class Text {
        private int left;
        private int state;

        Text(int length, int seed) {
            left = length;
            state = seed * 31 + 7;
        }

        boolean hasNext() {
            return left > 0;
        }

        int next() {
            left--;
            state = mixed(state);
            return letter(state >>> 24);
        }

        private static int mixed(int bits) {
            return bits * 1_103_515_245 + 12_345;
        }

        private static int letter(int bits) {
            return bits & bits >>> 3 & 31;
        }
    }

    static final class Table {
        private final int[] keys = new int[SLOTS];
        private final int[] codes = new int[SLOTS];
        private int nextCode = 256;

        int find(int prefix, int symbol) {
            int slot = slotOf(prefix, symbol);
            return isKey(slot, prefix, symbol) ? codes[slot] : -1;
        }

        void add(int prefix, int symbol) {
            if (nextCode == 4096) clear();
            int slot = slotOf(prefix, symbol);
            keys[slot] = keyOf(prefix, symbol);
            codes[slot] = nextCode++;
        }

        private void clear() {
            java.util.Arrays.fill(keys, 0);
            nextCode = 256;
        }

        private int slotOf(int prefix, int symbol) {
            int slot = hash(prefix, symbol);
            while (keys[slot] != 0 && !isKey(slot, prefix, symbol)) slot = next(slot);
            return slot;
        }

        private static int hash(int prefix, int symbol) {
            return (prefix * 31 + symbol) * 0x9E3779B9 >>> 16;
        }

        private static int next(int slot) {
            return slot + 1 & SLOTS - 1;
        }

        private boolean isKey(int slot, int prefix, int symbol) {
            return keys[slot] == keyOf(prefix, symbol);
        }

        private static int keyOf(int prefix, int symbol) {
            return (prefix << 8 | symbol) + 1;
        }
    }

    static final class Output {
        private long sum;

        void put(int code) {
            sum = sum * 31 + code;
        }

        long checksum() {
            return sum;
        }
    }
}
