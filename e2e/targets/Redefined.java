import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A class is swapped for another version of it while the program runs: by an agent when the word "other" comes (the file is named by
 * -Dnext), or by a debugger that breaks in `Desk.swap`. In the other version sell() calls what nothing has called before.
 */
public class Redefined {
    static class Shop {
        int sell(int i) {
            return price(i);
        }

        static int price(int i) {
            if (i == -7) throw new IllegalStateException();
            return i * 2;
        }
    }

    static class Late {
        static int fresh(int i) {
            if (i == -7) throw new IllegalStateException();
            return step(i);
        }

        static int step(int i) {
            if (i == -7) throw new IllegalStateException();
            return i + 1;
        }
    }

    public static final class Agent {
        static Instrumentation instrumentation;

        public static void premain(String options, Instrumentation ofTheJvm) {
            instrumentation = ofTheJvm;
        }
    }

    static int sum = new Late().hashCode() + new Desk().hashCode();

    public static void main(String[] args) throws Exception {
        Target.serve(args, Redefined::root, Desk::swap);
    }

    static void root() {
        Shop shop = new Shop();
        for (int i = 0; i < 1000; i++) sum += shop.sell(i);
    }

    /** A class of its own: to swap a class takes the breakpoints out of it. */
    static class Desk {
        static void swap() throws Exception {
            String next = System.getProperty("next");
            if (next == null) return;
            byte[] classFile = Files.readAllBytes(Path.of(next));
            Agent.instrumentation.redefineClasses(new ClassDefinition(Shop.class, classFile));
        }
    }
}
