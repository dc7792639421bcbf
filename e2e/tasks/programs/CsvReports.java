package reports;

/** Writes reports without a pause. Each line is added to a text by a copy of all lines before it: the collector runs all the time. */
public class CsvReports {
    static final int LINES = 1_000;
    static volatile long sink;

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(CsvReports::writeAll, "writer");
        writer.setDaemon(true);
        writer.start();
        System.out.println("READY");
        System.in.read();
    }

    static void writeAll() {
        for (int report = 0; ; report++) write(report);
    }

    static void write(int report) {
        char[] text = {};
        for (int line = 0; line < LINES; line++) text = withLine(text, lineOf(report, line));
        sink += text.length;
    }

    static char[] lineOf(int report, int line) {
        char[] letters = new char[12];
        long sum = report;
        for (int i = 0; i < 200; i++) sum = sum * 31 + line;
        for (int i = 0; i < letters.length; i++) letters[i] = (char) ('0' + (sum >>> i) % 10);
        return letters;
    }

    static char[] withLine(char[] text, char[] line) {
        char[] longer = new char[text.length + line.length];
        for (int i = 0; i < text.length; i++) longer[i] = text[i];
        for (int i = 0; i < line.length; i++) longer[text.length + i] = line[i];
        return longer;
    }
}
