package sluice.agent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** How often, and how long, threads of the program stood still as the tool was asked about a class that they load. */
final class ClassLoadStops {
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong sumNs = new AtomicLong();

    void add(long durationNs) {
        count.incrementAndGet();
        sumNs.addAndGet(durationNs);
    }

    /** A recording begins. */
    void forget() {
        count.set(0);
        sumNs.set(0);
    }

    int count() {
        return count.get();
    }

    /** All threads together. */
    long sumNs() {
        return sumNs.get();
    }
}
