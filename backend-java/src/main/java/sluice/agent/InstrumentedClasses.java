package sluice.agent;

import java.util.BitSet;

/** The numbers of the classes whose code is not what it was: what detaching has to restore. */
final class InstrumentedClasses {
    private final BitSet classIds = new BitSet();

    synchronized void set(int classId, boolean instrumented) {
        classIds.set(classId, instrumented);
    }

    synchronized boolean contains(int classId) {
        return classIds.get(classId);
    }

    synchronized int[] toArray() {
        int[] ids = new int[classIds.cardinality()];
        int count = 0;
        for (int id = classIds.nextSetBit(0); id >= 0; id = classIds.nextSetBit(id + 1)) ids[count++] = id;
        return ids;
    }
}
