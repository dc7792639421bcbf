package sluice.agent;

import java.util.ArrayList;
import java.util.BitSet;

/**
 * Class loaders that do not hand on the class of the probes: a class of theirs with probes would throw a NoClassDefFoundError. So
 * each loader of the program is asked once, before the first of its classes gets any. One that hands it on is never asked again,
 * for the JVM keeps the answer: it is what the JVM would ask when the first probe runs.
 */
final class StrictLoaders {
    private static final String PROBES = "java.lang.SluiceProbe";
    /** A loader may wait for a lock whose owner waits for the swap. */
    private static final long ASK_MS = 500;

    private final ClassRegistry registry;
    // By the loader's number:
    private final BitSet handingOn = new BitSet();
    private final BitSet refusing = new BitSet();

    StrictLoaders(ClassRegistry registry) {
        this.registry = registry;
    }

    /** What asks all loaders that are new, in a thread of its own: they run code of the program, and may wait for locks. */
    private final class Asker extends AgentThread {
        private final ArrayList<ClassLoader> loaders;

        Asker(ArrayList<ClassLoader> loaders) {
            super("loaders");
            this.loaders = loaders;
        }

        @Override
        boolean loadsForTheProgram() {
            return true;
        }

        @Override
        public void run() {
            for (ClassLoader loader : loaders) ask(loader);
        }
    }

    /** To be called before a swap of these classes. After it, a loader that has not answered in time counts as refusing for now. */
    void askAll(Class<?>[] classes) {
        ArrayList<ClassLoader> unknown = new ArrayList<>();
        for (Class<?> type : classes) {
            ClassLoader loader = type == null ? null : type.getClassLoader();
            if (!has(unknown, loader) && !isKnown(loader)) unknown.add(loader);
        }
        if (unknown.isEmpty()) return;
        Asker asker = new Asker(unknown);
        asker.start();
        asker.joinFor(ASK_MS);
    }

    /** By identity: a loader's equals is code of the program. */
    private static boolean has(ArrayList<ClassLoader> loaders, ClassLoader loader) {
        for (int i = 0; i < loaders.size(); i++) if (loaders.get(i) == loader) return true;
        return false;
    }

    /** @return what a user knows the loader by, if its classes get no probes; else null */
    synchronized String refusal(ClassLoader loader) {
        if (isTrusted(loader) || handingOn.get(registry.loaderId(loader))) return null;
        return textOf(loader);
    }

    boolean isKnown(ClassLoader loader) {
        if (isTrusted(loader)) return true;
        int loaderId = registry.loaderId(loader);
        synchronized (this) {
            return handingOn.get(loaderId) || refusing.get(loaderId);
        }
    }

    /**
     * On the calling thread. One that defines a class of the loader may do so: the JVM asks for superclasses in the same place. What
     * the loader throws is its own affair.
     */
    void ask(ClassLoader loader) {
        boolean handsOn = false;
        try {
            handsOn = Class.forName(PROBES, false, loader) == SluiceProbe.class;
        } catch (VirtualMachineError notItsAnswer) {
            return;
        } catch (Throwable refused) {
            // as other names that it does not know
        }
        int loaderId = registry.loaderId(loader);
        synchronized (this) {
            (handsOn ? handingOn : refusing).set(loaderId);
        }
    }

    /** The JDK's own, up to the boot loader. */
    private static boolean isTrusted(ClassLoader loader) {
        try {
            for (ClassLoader one = loader; one != null; one = one.getParent()) {
                if (one.getClass().getClassLoader() != null) return false;
            }
            return true;
        } catch (SecurityException ofTheProgram) {
            return false;
        }
    }

    private static String textOf(ClassLoader loader) {
        String name = ClassLister.nameOf(loader);
        return name.isEmpty() ? loader.getClass().getName() : loader.getClass().getName() + " \"" + name + '"';
    }
}
