package sluice.agent;

/** Why the JVM does not let a class run. */
final class Linkage {
    private Linkage() {}

    /**
     * Of a class that can neither be linked nor swapped. To be asked what a class declares links it, by both JDK 17 and 25 (HotSpot,
     * jvm.cpp, get_class_declared_methods_helper), and initialises nothing.
     * @return what the JVM throws at its linking; "" when it links, so that its initialiser has failed before
     */
    static String problemOf(Class<?> type) {
        try {
            if (type.isInterface()) type.getDeclaredMethods();
            else type.getDeclaredConstructors();
            return "";
        } catch (Throwable ofItsLinking) {
            return ofItsLinking.toString();
        }
    }
}
