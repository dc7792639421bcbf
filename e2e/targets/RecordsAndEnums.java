import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** Records, whose equals, hashCode and toString are invokedynamic, and enums, which the JDK asks for their values. */
public class RecordsAndEnums {
    /** What a record is made of. */
    static class Part {
        @Override
        public int hashCode() {
            return 3;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Part;
        }

        @Override
        public String toString() {
            return "part";
        }
    }

    record Pair(Part part, int number) {
        /** Compact: checks, then the fields are set. */
        Pair {
            check(number);
        }

        Pair(int number) {
            this(new Part(), number);
        }

        static void check(int number) {}

        /** Instead of the one that the compiler would make. */
        @Override
        public Part part() {
            return part;
        }

        int twice() {
            return 2 * number();
        }
    }

    /** Two constants, one with a body of its own. */
    enum Rich {
        SIMPLE(1),
        SPECIAL(2) {
            @Override
            int weight() {
                return 10 * super.weight();
            }
        };

        private final int weight;

        Rich(int weight) {
            this.weight = weight;
        }

        int weight() {
            return weight;
        }
    }

    /** First asked for its values by an EnumMap, which calls values() by reflection. */
    enum Mapped {
        A,
        B
    }

    static final int TIMES = 1000;
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, RecordsAndEnums::root);
    }

    static void root() {
        made();
        compared();
        texts();
        enums();
        chosen();
        mapped();
    }

    static void made() {
        for (int i = 0; i < TIMES; i++) sum += new Pair(i).twice();
    }

    /** The parts are compared each turn and asked twice for their hash; equals and hashCode use no accessor. */
    static void compared() {
        Pair one = new Pair(1);
        Pair other = new Pair(1);
        for (int i = 0; i < TIMES; i++) {
            sum += one.equals(other) ? 1 : 0;
            sum += one.hashCode();
            sum += one.part().hashCode();
        }
    }

    static void texts() {
        Pair pair = new Pair(1);
        for (int i = 0; i < TIMES; i++) sum += ("" + pair).length();
    }

    /** Rich is initialised here: two constants, one of them of the class Rich$1. */
    static void enums() {
        for (int i = 0; i < TIMES; i++) {
            for (Rich rich : Rich.values()) sum += rich.weight();
            sum += Rich.valueOf("SIMPLE").ordinal();
        }
    }

    /** The switch has a table in a class of its own, made of values(). */
    static void chosen() {
        SeparateEnum chosen = SeparateEnum.TWO;
        for (int i = 0; i < TIMES; i++) {
            switch (chosen) {
                case ONE:
                    sum++;
                    break;
                case TWO:
                    two();
                    break;
            }
        }
    }

    static void two() {
        sum += 2;
    }

    /** The JDK asks once for all values, and keeps them. */
    static void mapped() {
        for (int i = 0; i < TIMES; i++) {
            Map<Mapped, Integer> map = new EnumMap<>(Mapped.class);
            map.put(Mapped.B, i);
            sum += map.get(Mapped.B) + EnumSet.allOf(Mapped.class).size();
        }
    }
}

/** Not nested: only then every javac makes a table for a switch over it. */
enum SeparateEnum {
    ONE,
    TWO
}
