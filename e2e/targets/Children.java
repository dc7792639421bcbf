import java.io.File;
import java.util.concurrent.TimeUnit;

/** Within the root it starts programs that print their open files, and prints each line that is none of stdin, stdout, stderr. */
public class Children {
    private static final int CHILDREN = 20;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Children::root);
    }

    static void root() throws Exception {
        for (int i = 0; i < CHILDREN; i++) child();
    }

    static void child() throws Exception {
        Process child = new ProcessBuilder("ls", "-l", "/proc/self/fd").redirectInput(new File("/dev/null")).start();
        String files = new String(child.getInputStream().readAllBytes());
        if (!child.waitFor(10, TimeUnit.SECONDS) || child.exitValue() != 0) System.out.println("FAILED");
        for (String line : files.split("\n")) System.out.println("CHILD " + line);
    }
}
