package sluice.agent;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * Numbers from 1 for objects, by identity, keeping none of them in memory. No method of the objects is ever called:
 * a class loader may define hashCode and equals as it likes. Numbers are not given out twice. Not thread-safe.
 */
final class WeakIds<T> {
    private static final class Entry<T> extends WeakReference<T> {
        final int id;
        final int hash;
        Entry<T> next;

        Entry(T object, ReferenceQueue<T> queue, int id, int hash) {
            super(object, queue);
            this.id = id;
            this.hash = hash;
        }
    }

    private final ReferenceQueue<T> collected = new ReferenceQueue<>();
    private Entry<T>[] chains = newChains(64);
    private Entry<T>[] byId = newChains(64);
    private int size;
    private int lastId;

    /** @return 0 when the object has no number */
    int find(T object) {
        int hash = System.identityHashCode(object);
        for (Entry<T> entry = chains[hash & chains.length - 1]; entry != null; entry = entry.next) {
            if (entry.get() == object) return entry.id;
        }
        return 0;
    }

    /** Takes a number for an object that is not known yet. */
    int reserve() {
        return ++lastId;
    }

    /** Gives an object a reserved number. */
    void put(T object, int id) {
        expunge();
        if (size >= chains.length) grow();
        int hash = System.identityHashCode(object);
        Entry<T> entry = new Entry<>(object, collected, id, hash);
        link(entry);
        if (id >= byId.length) {
            Entry<T>[] longer = newChains(Math.max(id + 1, byId.length * 2));
            System.arraycopy(byId, 0, longer, 0, byId.length);
            byId = longer;
        }
        byId[id] = entry;
        size++;
    }

    int findOrAdd(T object) {
        int id = find(object);
        if (id == 0) put(object, id = reserve());
        return id;
    }

    /** @return null when the number is not given out, reserved only, or its object is collected */
    T get(int id) {
        Entry<T> entry = id > 0 && id < byId.length ? byId[id] : null;
        return entry == null ? null : entry.get();
    }

    int maxId() {
        return lastId;
    }

    @SuppressWarnings("unchecked")
    private void expunge() {
        for (Entry<T> gone = (Entry<T>) collected.poll(); gone != null; gone = (Entry<T>) collected.poll()) {
            byId[gone.id] = null;
            int slot = gone.hash & chains.length - 1;
            Entry<T> before = null;
            for (Entry<T> entry = chains[slot]; entry != null; before = entry, entry = entry.next) {
                if (entry != gone) continue;
                if (before == null) chains[slot] = entry.next;
                else before.next = entry.next;
                size--;
                break;
            }
        }
    }

    private void grow() {
        Entry<T>[] old = chains;
        chains = newChains(old.length * 2);
        for (Entry<T> chain : old) {
            for (Entry<T> entry = chain; entry != null; ) {
                Entry<T> next = entry.next;
                link(entry);
                entry = next;
            }
        }
    }

    private void link(Entry<T> entry) {
        int slot = entry.hash & chains.length - 1;
        entry.next = chains[slot];
        chains[slot] = entry;
    }

    @SuppressWarnings("unchecked")
    private static <T> Entry<T>[] newChains(int length) {
        return new Entry[length];
    }
}
