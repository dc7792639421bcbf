/** A class that is loaded and cannot be linked: the verifier looks for one that a test has taken from the class path. */
public class Unverified {
    static class Base {}

    static class Missing extends Base {}

    interface Maker {
        Base make();
    }

    static class Usual implements Maker {
        @Override
        public Base make() {
            return new Base();
        }
    }

    static class Unlinked implements Maker {
        @Override
        public Base make() {
            return new Missing();
        }
    }

    static int made;

    public static void main(String[] args) throws Exception {
        Class.forName("Unverified$Unlinked", false, Unverified.class.getClassLoader());
        Target.serve(args, () -> root(new Usual()));
    }

    static void root(Maker maker) {
        if (maker.make() != null) made++;
    }
}
