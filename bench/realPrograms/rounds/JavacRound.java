/** javac as a tool that stays: its own main ends the JVM. */
public final class JavacRound {
    public static void main(String[] args) {
        if (com.sun.tools.javac.Main.compile(args) != 0) throw new IllegalStateException("javac refused its input");
    }
}
