import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * The command loop of every target. Prints READY, then obeys one word at a time: from the arguments, or from stdin
 * where there are none. "run" does the work once and prints DONE; "exit" and the end of input end the program.
 */
final class Target {
    interface Work {
        void run() throws Exception;
    }

    private Target() {}

    static void serve(String[] args, Work work) throws Exception {
        serve(args, work, () -> {});
    }

    /** @param other what the word "other" does: work that never enters the root */
    static void serve(String[] args, Work work, Work other) throws Exception {
        System.out.println("READY " + ProcessHandle.current().pid());
        if (args.length > 0) {
            for (String word : args) {
                if (!obey(word, work, other)) return;
            }
            return;
        }
        BufferedReader words = new BufferedReader(new InputStreamReader(System.in));
        for (String word = words.readLine(); word != null; word = words.readLine()) {
            if (!obey(word, work, other)) break;
        }
        System.exit(0);
    }

    private static boolean obey(String word, Work work, Work other) throws Exception {
        if (word.equals("exit")) return false;
        if (word.equals("run")) work.run();
        else if (word.equals("other")) other.run();
        else throw new IllegalArgumentException(word);
        System.out.println("DONE");
        return true;
    }
}
