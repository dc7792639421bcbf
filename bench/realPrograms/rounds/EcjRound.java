import java.io.PrintWriter;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

/** Eclipse's compiler as a library: its own main ends the JVM. */
public final class EcjRound {
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out);
        if (!BatchCompiler.compile(args, out, out, null)) throw new IllegalStateException("ecj refused its input");
    }
}
