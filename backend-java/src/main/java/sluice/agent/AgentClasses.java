package sluice.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Loads all classes of the agent before its threads run. The class loader of the program looks for them in all jars before ours, with
 * the lock of each jar: a thread of the program that holds such a lock (it reads a signed jar) and waits at a first call for the tool
 * would hold up the agent's thread that tells of it. What the classes name beside is of the JDK and in no jar.
 */
final class AgentClasses {
    /** Made by build/java.mjs: one name in a line. */
    private static final String NAMES = "/sluice/agent/classes";

    private AgentClasses() {}

    static void loadAll() throws IOException {
        ClassLoader loader = AgentClasses.class.getClassLoader();
        for (String name : new String(ProbeInstaller.resource(NAMES), StandardCharsets.UTF_8).split("\n")) {
            try {
                Class.forName(name, false, loader);
            } catch (ClassNotFoundException damaged) {
                throw new IOException("the agent's jar has no class " + name, damaged);
            }
        }
    }
}
