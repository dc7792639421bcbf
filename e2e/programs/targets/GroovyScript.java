import groovy.lang.GroovyShell;

/** A script is compiled and run: closures, a metaclass, generated classes. */
public class GroovyScript {
    private static final String SCRIPT = String.join("\n",
        "def fib",
        "fib = { n -> n < 2 ? n : fib(n - 1) + fib(n - 2) }",
        "class Point { int x, y; Point plus(Point o) { new Point(x: x + o.x, y: y + o.y) } }",
        "Integer.metaClass.twice = { -> delegate * 2 }",
        "def sum = (1..50).collect { new Point(x: it, y: 1) }.inject { a, b -> a + b }",
        "def words = 'the quick brown fox jumps over the lazy dog'.split(' ').groupBy { it.size() }",
        "[fib(12), sum.x, sum.y, 21.twice(), words.keySet().sort(), \"${words[3].size()}\", 'x1y22'.replaceAll(/\\d+/) { it.size() }].join(' ')");

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static Object root() {
        return new GroovyShell().evaluate(SCRIPT);
    }
}
