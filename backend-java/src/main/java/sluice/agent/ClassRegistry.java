package sluice.agent;

import java.util.BitSet;
import java.util.HashMap;

/**
 * The numbers of classes and class loaders within one attachment, keeping none of them alive. A class that the load
 * hook has seen has its number before it exists: it is known by loader and name until it turns up among the loaded
 * classes. Loader 0 is the boot loader.
 */
final class ClassRegistry {
    /** A class that is loading, or failed to. */
    private static final class Expected {
        final int classId;
        final int loaderId;
        final Expected next;

        Expected(int classId, int loaderId, Expected next) {
            this.classId = classId;
            this.loaderId = loaderId;
            this.next = next;
        }
    }

    private final WeakIds<Class<?>> classes = new WeakIds<>();
    private final WeakIds<ClassLoader> loaders = new WeakIds<>();
    /** By binary name; several loaders may load the same name. */
    private final HashMap<String, Expected> expected = new HashMap<>();
    /** The numbers of all in `expected`. */
    private final BitSet expectedIds = new BitSet();

    /** The number of a loader; negative when it was given out by this call. */
    synchronized int loaderIdOrNew(ClassLoader loader) {
        if (loader == null) return 0;
        int known = loaders.find(loader);
        return known != 0 ? known : -loaders.findOrAdd(loader);
    }

    synchronized int loaderId(ClassLoader loader) {
        return loader == null ? 0 : loaders.findOrAdd(loader);
    }

    synchronized ClassLoader loader(int loaderId) {
        return loaders.get(loaderId);
    }

    synchronized int maxLoaderId() {
        return loaders.maxId();
    }

    /** The number of a class that is about to be defined. */
    synchronized int loadingClassId(int loaderId, String name) {
        Expected same = expected.get(name);
        for (Expected one = same; one != null; one = one.next) {
            if (one.loaderId == loaderId) return one.classId;
        }
        int classId = classes.reserve();
        expected.put(name, new Expected(classId, loaderId, same));
        expectedIds.set(classId);
        return classId;
    }

    /** The number of a class that will not be looked for. */
    synchronized int reserveClassId() {
        return classes.reserve();
    }

    synchronized int classId(Class<?> type) {
        int known = classes.find(type);
        if (known != 0) return known;
        int classId = takeExpected(type);
        classes.put(type, classId != 0 ? classId : classes.reserve());
        return classes.find(type);
    }

    /** 0 when nothing was ever said about the class. */
    synchronized int knownClassId(Class<?> type) {
        int known = classes.find(type);
        if (known != 0) return known;
        int classId = takeExpected(type);
        if (classId != 0) classes.put(type, classId);
        return classId;
    }

    /** null when the class is not defined yet, or collected. */
    synchronized Class<?> loadedClass(int classId) {
        return classes.get(classId);
    }

    /** Whether the number belongs to a class seen by the load hook that has not turned up yet. */
    synchronized boolean isExpected(int classId) {
        return expectedIds.get(classId);
    }

    /** Gives the expected among these classes their numbers. */
    void meet(Class<?>[] loaded) {
        for (Class<?> type : loaded) {
            if (!type.isArray() && !type.isPrimitive()) knownClassId(type);
        }
    }

    private int takeExpected(Class<?> type) {
        if (expected.isEmpty()) return 0;
        String name = type.getName();
        Expected chain = expected.get(name);
        if (chain == null) return 0;
        ClassLoader loader = type.getClassLoader();
        int loaderId = loader == null ? 0 : loaders.find(loader);
        int found = 0;
        Expected others = null;
        for (Expected one = chain; one != null; one = one.next) {
            if (one.loaderId == loaderId) found = one.classId;
            else others = new Expected(one.classId, one.loaderId, others);
        }
        if (others == null) expected.remove(name);
        else expected.put(name, others);
        expectedIds.clear(found); // 0, which nobody has, where there was none
        return found;
    }
}
