package sluice.agent;

import java.util.ArrayList;
import java.util.List;

public final class WeakIdsTest {
    /** What a program's class loader may do. */
    private static final class Hostile {
        @Override
        public int hashCode() {
            throw new AssertionError("called");
        }

        @Override
        public boolean equals(Object other) {
            throw new AssertionError("called");
        }

        @Override
        public String toString() {
            throw new AssertionError("called");
        }
    }

    public void numbers_are_kept_and_no_method_is_called() {
        WeakIds<Hostile> ids = new WeakIds<>();
        List<Hostile> all = new ArrayList<>();
        for (int i = 1; i <= 10_000; i++) {
            Hostile one = new Hostile();
            all.add(one);
            Check.equal(ids.find(one), 0);
            Check.equal(ids.findOrAdd(one), i);
        }
        for (int i = 1; i <= 10_000; i++) {
            Check.equal(ids.findOrAdd(all.get(i - 1)), i);
            Check.that(ids.get(i) == all.get(i - 1), "by number");
        }
        Check.equal(ids.get(10_001) == null && ids.get(0) == null && ids.get(-1) == null, true);
    }

    public void objects_can_be_collected_and_their_numbers_are_not_given_out_again() throws Exception {
        WeakIds<Object> ids = new WeakIds<>();
        for (int i = 0; i < 1_000; i++) ids.findOrAdd(new Object());
        for (int tries = 0; ids.get(1) != null && tries < 100; tries++) System.gc();
        Check.equal(ids.get(1), null);
        Check.equal(ids.findOrAdd(new Object()), 1_001);
    }
}
