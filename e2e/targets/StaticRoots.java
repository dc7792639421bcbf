/** Classes that are roots, initialised outside of one: by a field, by a static call, and by the first object. */
public class StaticRoots {
    /** There before the recording begins. */
    static class Early {
        static int use() {
            return 1;
        }
    }

    static class Table {
        static int size = count();

        static int count() {
            return 3;
        }
    }

    static class Tools {
        static {
            Log.line();
        }

        static int use() {
            return 1;
        }
    }

    static class Log {
        static int lines = 1;

        static void line() {
            lines++;
        }
    }

    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, StaticRoots::work, Early::use);
    }

    static void work() {
        for (int i = 0; i < 3; i++) sum += Table.size + Tools.use();
    }
}
