import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Documents are indexed, merged and searched in memory: analysis by attributes, codecs, scorers. */
public class LuceneSearch {
    private static final String[] WORDS = "the quick brown fox jumps over a lazy dog while seven wizards boil jugs".split(" ");

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() throws Exception {
        StandardAnalyzer analyzer = new StandardAnalyzer();
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
            IndexWriterConfig config = new IndexWriterConfig(analyzer).setMergeScheduler(new SerialMergeScheduler()).setMaxBufferedDocs(20);
            try (IndexWriter writer = new IndexWriter(directory, config)) {
                for (int d = 0; d < 60; d++) {
                    Document document = new Document();
                    StringBuilder text = new StringBuilder();
                    for (int w = 0; w < 10; w++) text.append(WORDS[(d * (w / 3 + 1) + w) % WORDS.length]).append(' ');
                    document.add(new TextField("text", text.toString(), Field.Store.YES));
                    document.add(new IntPoint("number", d));
                    document.add(new StoredField("number", d));
                    writer.addDocument(document);
                }
                writer.forceMerge(1);
            }
            StringBuilder found = new StringBuilder();
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                for (String query : new String[] {"fox AND lazy", "\"brown fox\"", "wiz*", "jumps~1 -dog"}) {
                    ScoreDoc[] hits = searcher.search(new QueryParser("text", analyzer).parse(query), 5).scoreDocs;
                    for (ScoreDoc hit : hits) found.append(searcher.storedFields().document(hit.doc).get("number")).append(',');
                    found.append(' ');
                }
            }
            return found.toString();
        }
    }
}
