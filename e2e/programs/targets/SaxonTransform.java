import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.Xslt30Transformer;

/** A stylesheet is compiled and transforms a document: templates, grouping, functions, sorting; the JDK's SAX parser feeds Saxon. */
public class SaxonTransform {
    private static final String SHEET = String.join("\n",
        "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:f='f'>",
        "<xsl:function name='f:fib' as='xs:integer'><xsl:param name='n' as='xs:integer'/>",
        "<xsl:sequence select='if ($n lt 2) then $n else f:fib($n - 1) + f:fib($n - 2)'/></xsl:function>",
        "<xsl:template match='/'><out fib='{f:fib(12)}'>",
        "<xsl:for-each-group select='//item' group-by='@kind'><xsl:sort select='current-grouping-key()'/>",
        "<group kind='{current-grouping-key()}' sum='{sum(current-group()/@value)}'/></xsl:for-each-group>",
        "<xsl:apply-templates select='//item[@value mod 10 = 0]'/></out></xsl:template>",
        "<xsl:template match='item'><i><xsl:value-of select=\"replace(upper-case(@name), '[AEIOU]', '_')\"/></i></xsl:template>",
        "</xsl:stylesheet>");

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() throws Exception {
        StringBuilder document = new StringBuilder("<items>");
        for (int i = 0; i < 60; i++) document.append("<item kind='k").append(i % 4).append("' value='").append(i).append("' name='item ").append(i).append("'/>");
        document.append("</items>");
        Processor processor = new Processor(false);
        Xslt30Transformer transformer = processor.newXsltCompiler().compile(new StreamSource(new StringReader(SHEET))).load30();
        StringWriter text = new StringWriter();
        Serializer out = processor.newSerializer(text);
        transformer.transform(new StreamSource(new StringReader(document.toString())), out);
        return text.toString().replace("\n", "");
    }
}
