/** Runs beside another agent (otherAgent/OtherAgent.java), which changes what Greeter says. */
public class OtherAgents {
    static class Greeter {
        static String greeting() {
            return "Hello";
        }
    }

    static class Worker {
        static int work(int i) {
            return step(i) + step(i + 1);
        }

        static int step(int i) {
            return i + Greeter.greeting().length();
        }
    }

    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, OtherAgents::root, () -> System.out.println("GREETING " + Greeter.greeting()));
    }

    /** Long enough for the other agent to come by. */
    static void root() {
        long endNs = System.nanoTime() + 1_500_000_000L;
        int calls = 0;
        for (; System.nanoTime() < endNs; calls++) sum += Worker.work(calls);
        System.out.println("CALLS " + calls);
    }
}
