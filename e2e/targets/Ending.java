import java.io.BufferedReader;
import java.io.InputStreamReader;

/** Ends as it is told: "quit" by System.exit, "last" with its last thread, "halt" without its shutdown hooks. "run" is as of Target.java. */
public class Ending {
    public static void main(String[] args) throws Exception {
        System.out.println("READY " + ProcessHandle.current().pid());
        BufferedReader words = new BufferedReader(new InputStreamReader(System.in));
        for (String word = words.readLine(); !"last".equals(word); word = words.readLine()) {
            if (word == null || word.equals("quit")) quit();
            if (word.equals("halt")) Runtime.getRuntime().halt(3);
            root();
            System.out.println("DONE");
        }
    }

    static void quit() {
        System.exit(3);
    }

    static void root() {
        leaf();
    }

    static void leaf() {}
}
