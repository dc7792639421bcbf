package java.lang;

import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import jdk.internal.misc.Unsafe;

/**
 * The methods and constructors whose callees the tool knows, however reflection hands them out: a program gets a new object
 * each time it asks for one. What they stand for is a class and a slot in it, or, of a method handle, the method that the JVM has
 * resolved it to. And the classes of which objects can be made without a constructor.
 *
 * <p>Read by any thread without a lock, changed under the recording's lock. It keeps no class alive: a program that loads and
 * drops plug-ins or generated classes while it is recorded would run out of memory. What it calls may be instrumented: a thread that is recorded suspends that first.
 */
final class SluiceExecutables {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long METHOD_SLOT = U.objectFieldOffset(Method.class, "slot");
    private static final long CONSTRUCTOR_SLOT = U.objectFieldOffset(Constructor.class, "slot");

    /** Open addressing, a power of two long, at most half full; never changed once somebody may read it. */
    private static final class Table {
        /** A class or a resolved method; null = free. One that is gone keeps its place until the next copy. */
        final WeakReference<?>[] subjects;
        final int[] slots;

        Table(int length) {
            subjects = new WeakReference<?>[length];
            slots = new int[length];
        }
    }

    private volatile Table table = new Table(16);

    /** A class stands for objects of it that no constructor makes. */
    private static final int NO_CONSTRUCTOR = -1;
    /** A resolved method stands for itself. */
    private static final int NO_SLOT = 0;

    boolean contains(Class<?> type) {
        return contains(type, NO_CONSTRUCTOR);
    }

    /** @param call an Executable, or a direct method handle */
    boolean containsCall(Object call) {
        if (!(call instanceof Executable))
            return contains(SluiceHandles.resolved(call), NO_SLOT) || isLambda(SluiceHandles.declarer(call));
        Executable executable = (Executable) call;
        Class<?> type = executable.getDeclaringClass();
        return contains(type, slotOf(executable)) || isLambda(type);
    }

    private boolean contains(Object subject, int slot) {
        Table read = table;
        return read.subjects[find(read, subject, slot)] != null;
    }

    /**
     * Up to JDK 21 or so the JDK makes lambdas by reflection. There is a new class each time that a call site is linked, and all
     * sites of a class are linked anew after each swap: threads that asked every time would not get on. Object's constructor
     * is all that its constructor calls.
     */
    private static boolean isLambda(Class<?> type) {
        return type.getName().contains("$$Lambda");
    }

    void addCall(Object call) {
        if (call instanceof Executable) add(((Executable) call).getDeclaringClass(), slotOf((Executable) call));
        else add(SluiceHandles.resolved(call), NO_SLOT);
    }

    void add(Class<?> type) {
        add(type, NO_CONSTRUCTOR);
    }

    /** A few hundred in a whole recording: copying them each time costs less than any order of writes that readers could bear. */
    private void add(Object subject, int slot) {
        Table old = table;
        if (old.subjects[find(old, subject, slot)] != null) return;
        int length = old.subjects.length;
        Table fresh = new Table((countLive(old) + 1) * 2 > length ? length * 2 : length);
        for (int i = 0; i < length; i++) {
            Object kept = old.subjects[i] == null ? null : old.subjects[i].get();
            if (kept != null) put(fresh, kept, old.subjects[i], old.slots[i]);
        }
        put(fresh, subject, new WeakReference<>(subject), slot);
        table = fresh;
    }

    /** Those of now, or a few more: none comes to life again. */
    private static int countLive(Table table) {
        int count = 0;
        for (WeakReference<?> place : table.subjects) {
            if (place != null && place.get() != null) count++;
        }
        return count;
    }

    private static void put(Table table, Object subject, WeakReference<?> reference, int slot) {
        int at = find(table, subject, slot);
        table.subjects[at] = reference;
        table.slots[at] = slot;
    }

    /** Where the pair stands, or the free place where it belongs. */
    private static int find(Table table, Object subject, int slot) {
        int mask = table.subjects.length - 1;
        int at = System.identityHashCode(subject) * 31 + slot & mask;
        while (table.subjects[at] != null && (table.slots[at] != slot || table.subjects[at].get() != subject)) at = at + 1 & mask;
        return at;
    }

    /** No two methods or constructors of a class have the same. */
    private static int slotOf(Executable executable) {
        return U.getInt(executable, executable instanceof Method ? METHOD_SLOT : CONSTRUCTOR_SLOT);
    }
}
