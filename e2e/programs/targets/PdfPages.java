import java.io.ByteArrayOutputStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.text.PDFTextStripper;

/** A document is written and its text is read back: parsers, fonts, operators by name. */
public class PdfPages {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PDDocument document = new PDDocument()) {
            PDType1Font font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
            for (int p = 0; p < 3; p++) {
                PDPage page = new PDPage();
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(font, 11);
                    content.setLeading(14);
                    content.newLineAtOffset(50, 700);
                    for (int line = 0; line < 5; line++) {
                        content.showText("page " + p + ", line " + line);
                        content.newLine();
                    }
                    content.endText();
                    content.addRect(10, 10, 100, 50 + p);
                    content.stroke();
                }
            }
            document.save(bytes);
        }
        try (PDDocument document = Loader.loadPDF(bytes.toByteArray())) {
            return document.getNumberOfPages() + " " + new PDFTextStripper().getText(document).replace("\n", "|");
        }
    }
}
