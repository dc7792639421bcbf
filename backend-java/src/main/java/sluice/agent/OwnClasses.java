package sluice.agent;

/** Classes that must stay as they are: ours, and what our probes run through. */
final class OwnClasses {
    private static final String AGENT = "sluice.agent.";
    private static final String PROBES = "java.lang.Sluice";
    /** Probes call its Java methods where they are not compiled to intrinsics: a probe in there would call itself. */
    private static final String UNSAFE = "jdk.internal.misc.Unsafe";

    private OwnClasses() {}

    static boolean contains(String name) {
        return name.startsWith(AGENT) || name.startsWith(PROBES);
    }

    static boolean mayBeSwapped(Class<?> type) {
        String name = type.getName();
        return !contains(name) && !name.equals(UNSAFE);
    }
}
