import java.io.FileReader;
import java.io.Reader;
import java.util.Arrays;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.tools.shell.Global;

/** Rhino as a library, interpreting, {@code script.js arguments...}: its own main keeps its scripts, and runs one more each time. */
public final class RhinoRound {
    public static void main(String[] args) throws Exception {
        Context context = Context.enter();
        try (Reader script = new FileReader(args[0])) {
            context.setOptimizationLevel(-1);
            Global global = new Global(context);
            Object[] rest = Arrays.copyOfRange(args, 1, args.length, Object[].class);
            global.defineProperty("arguments", context.newArray(global, rest), ScriptableObject.DONTENUM);
            context.evaluateReader(global, script, args[0], 1, null);
        } finally {
            Context.exit();
        }
    }
}
