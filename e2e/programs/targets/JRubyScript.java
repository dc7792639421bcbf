import org.jruby.embed.LocalContextScope;
import org.jruby.embed.ScriptingContainer;

/** Ruby is started and runs a script: blocks, exceptions, regular expressions, symbols. */
public class JRubyScript {
    private static final String SCRIPT = String.join("\n",
        "bits = (1..100).map { |i| i.to_s(2).count('1') }.sum",
        "caught = begin; Integer('x'); rescue ArgumentError => e; e.message; end",
        "sorted = [3, 1, 2].sort_by { |i| -i }.inspect",
        "[bits, caught, sorted, format('%05.1f', 2.25), 'a-b'.gsub(/[a-z]/) { |c| c.succ }].join(' ')");

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static Object root() {
        ScriptingContainer ruby = new ScriptingContainer(LocalContextScope.SINGLETHREAD);
        try {
            return ruby.runScriptlet(SCRIPT);
        } finally {
            ruby.terminate();
        }
    }
}
