/** The root's class is loaded when the work begins; what it calls is loaded, and called, before. */
public class LateRootClass {
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> Late.root(), LateRootClass::step);
    }

    static class Late {
        static void root() {
            for (int i = 0; i < 4; i++) step();
            new Later().work();
        }
    }

    static class Later {
        void work() {
            step();
        }
    }

    static void step() {
        sum++;
    }
}
