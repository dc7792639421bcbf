import java.util.Arrays;
import java.util.Formattable;
import java.util.Formatter;
import java.util.List;
import java.util.Objects;

/** Objects that become text: joined with +, appended, formatted, in collections. Each 1,000 times. */
public class StringConcat {
    static class Named {
        @Override
        public String toString() {
            return name();
        }

        String name() {
            return "named";
        }
    }

    /** Has no toString of its own: Object's calls hashCode. */
    static class Hashed {
        @Override
        public int hashCode() {
            return 5;
        }
    }

    static class Shown implements Formattable {
        @Override
        public void formatTo(Formatter formatter, int flags, int width, int precision) {
            formatter.format("shown");
        }
    }

    static final int TIMES = 1000;
    static final Named NAMED = new Named();
    static final Object HASHED = new Hashed();
    static final Shown SHOWN = new Shown();
    static final List<Named> LIST = Arrays.asList(NAMED, NAMED);
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, StringConcat::root);
    }

    static void root() {
        joined();
        assigned();
        hashed();
        plain();
        appended();
        valueOf();
        formatted();
        listed();
    }

    /** Two objects and a number. */
    static void joined() {
        for (int i = 0; i < TIMES; i++) sum += (NAMED + "-" + i + NAMED).length();
    }

    static void assigned() {
        for (int i = 0; i < TIMES; i++) {
            String text = "";
            text += NAMED;
            sum += text.length();
        }
    }

    static void hashed() {
        for (int i = 0; i < TIMES; i++) sum += ("#" + HASHED).length();
    }

    /** Calls nothing of ours. */
    static void plain() {
        for (int i = 0; i < TIMES; i++) sum += ("#" + i + 'c' + 2.5 + null + "text").length();
    }

    static void appended() {
        for (int i = 0; i < TIMES; i++) sum += new StringBuilder().append(NAMED).append(HASHED).length();
    }

    static void valueOf() {
        for (int i = 0; i < TIMES; i++) sum += String.valueOf(NAMED).length() + Objects.toString(NAMED).length();
    }

    static void formatted() {
        for (int i = 0; i < TIMES; i++) sum += String.format("%s %s %d", NAMED, SHOWN, i).length();
    }

    /** Two in each list. */
    static void listed() {
        for (int i = 0; i < TIMES; i++) sum += LIST.toString().length();
    }
}
