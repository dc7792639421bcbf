import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStream;
import javax.xml.parsers.SAXParserFactory;
import org.apache.fop.apps.FopFactoryBuilder;
import org.apache.fop.apps.MimeConstants;

/** Apache FOP as a library, {@code text.fo text.pdf}: its own main ends the JVM. */
public final class FopRound {
    public static void main(String[] args) throws Exception {
        File input = new File(args[0]);
        FopFactoryBuilder builder = new FopFactoryBuilder(input.toURI()).setStrictFOValidation(false);
        SAXParserFactory parsers = SAXParserFactory.newInstance();
        parsers.setNamespaceAware(true);
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(args[1]))) {
            var fop = builder.build().newFop(MimeConstants.MIME_PDF, out);
            parsers.newSAXParser().parse(input, fop.getDefaultHandler());
        }
    }
}
