import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import javax.xml.parsers.SAXParserFactory;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.xssf.eventusermodel.ReadOnlySharedStringsTable;
import org.apache.poi.xssf.eventusermodel.XSSFReader;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;

/** A workbook is written, its formulas are evaluated, and it is read again by SAX: the JDK's parser calls handlers of POI and of the program. */
public class PoiWorkbook {
    private static final int ROWS = 40;

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() throws Exception {
        byte[] file = write();
        return evaluated(file) + " " + cellsRead(file);
    }

    private static byte[] write() throws IOException {
        try (XSSFWorkbook workbook = new XSSFWorkbook(); ByteArrayOutputStream bytes = new ByteArrayOutputStream()) {
            XSSFSheet sheet = workbook.createSheet("numbers");
            for (int r = 0; r < ROWS; r++) {
                Row row = sheet.createRow(r);
                row.createCell(0).setCellValue("row " + r);
                row.createCell(1).setCellValue(r);
                row.createCell(2).setCellFormula("B" + (r + 1) + "*2+SUM(B1:B" + (r + 1) + ")");
            }
            workbook.write(bytes);
            return bytes.toByteArray();
        }
    }

    private static double evaluated(byte[] file) throws IOException {
        try (XSSFWorkbook workbook = new XSSFWorkbook(new ByteArrayInputStream(file))) {
            workbook.getCreationHelper().createFormulaEvaluator().evaluateAll();
            double sum = 0;
            for (Row row : workbook.getSheetAt(0)) sum += row.getCell(2).getNumericCellValue();
            return sum;
        }
    }

    private static int cellsRead(byte[] file) throws Exception {
        int[] cells = new int[1];
        SheetContentsHandler counter = new SheetContentsHandler() {
            @Override public void startRow(int row) {}
            @Override public void endRow(int row) {}
            @Override public void cell(String reference, String value, XSSFComment comment) { cells[0]++; }
        };
        try (OPCPackage pack = OPCPackage.open(new ByteArrayInputStream(file))) {
            XSSFReader reader = new XSSFReader(pack);
            ReadOnlySharedStringsTable strings = new ReadOnlySharedStringsTable(pack);
            SAXParserFactory parsers = SAXParserFactory.newInstance();
            parsers.setNamespaceAware(true);
            for (Iterator<InputStream> sheets = reader.getSheetsData(); sheets.hasNext(); ) {
                XMLReader xml = parsers.newSAXParser().getXMLReader();
                xml.setContentHandler(new XSSFSheetXMLHandler(reader.getStylesTable(), strings, counter, false));
                xml.parse(new InputSource(sheets.next()));
            }
        }
        return cells[0];
    }
}
