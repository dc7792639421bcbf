package sluice.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The agent once more, behind all that are there: transformers run in the order in which their agents came to the JVM (JVMTI,
 * ClassFileLoadHook), whatever they do later. The JDK's launcher loads an agent like that, the Launcher-Agent-Class of a jar.
 */
public final class LastAgent {
    private static final String IMPLEMENTATION = "sun.instrument.InstrumentationImpl";
    private static final String PACKAGE = "sun.instrument";

    private static Instrumentation loaded;

    private LastAgent() {}

    /** The JVM's part, on the thread that loads it. */
    public static void agentmain(String options, Instrumentation instrumentation) {
        loaded = instrumentation;
    }

    /**
     * To be called by one thread at a time.
     * @param instrumentation may open packages
     * @throws Exception when this JVM does not load it
     */
    static Instrumentation load(Instrumentation instrumentation) throws Exception {
        Class<?> implementation = Class.forName(IMPLEMENTATION, false, null);
        Map<String, Set<Module>> opens = new HashMap<>();
        opens.put(PACKAGE, Collections.singleton(LastAgent.class.getModule()));
        instrumentation.redefineModule(
                implementation.getModule(), new HashSet<>(), new HashMap<>(), opens, new HashSet<>(), new HashMap<>());
        Method load = implementation.getDeclaredMethod("loadAgent", String.class);
        load.setAccessible(true);
        loaded = null;
        load.invoke(null, new File(LastAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getPath());
        Instrumentation last = loaded;
        loaded = null;
        if (last == null) throw new IllegalStateException("the JVM did not start it");
        return last;
    }
}
