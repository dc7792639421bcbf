package sluice.agent;

/** When code that is measured is compiled as well as it will be: batches of it have taken the same for a while. */
final class WarmUp {
    /** So many batches in a row that differ by less than a twentieth. */
    private static final int EQUAL_BATCHES = 8;
    private static final long SHORTEST_NS = 150_000_000;
    private static final long LONGEST_NS = 600_000_000;

    private final long startNs = System.nanoTime();
    private double lastNs;
    private int equal;

    /** @param batchNs what the last batch took per call */
    boolean isOver(double batchNs) {
        equal = Math.abs(batchNs - lastNs) < lastNs / 20 ? equal + 1 : 0;
        lastNs = batchNs;
        long elapsedNs = System.nanoTime() - startNs;
        return elapsedNs > SHORTEST_NS && equal >= EQUAL_BATCHES || elapsedNs > LONGEST_NS;
    }
}
