package sluice.agent;

import java.util.Arrays;

/** What probes cost on some thread, ns: medians of batches. */
final class ProbeCost {
    /** How a probe finds the lane of its thread: as that of the busiest one, or in the table. */
    static final int LIKELY = 0;
    static final int FROM_TABLE = 1;
    static final int WAYS = 2;

    /** Of a clock that has no such state. */
    static final ProbeCost NOTHING = new ProbeCost(0, 0, 0, 0, 0);

    final double innerNs;
    final double pairNs;
    final double spreadNs;
    final double countNs;
    final double countSpreadNs;

    private ProbeCost(double innerNs, double pairNs, double spreadNs, double countNs, double countSpreadNs) {
        this.innerNs = innerNs;
        this.pairNs = pairNs;
        this.spreadNs = spreadNs;
        this.countNs = countNs;
        this.countSpreadNs = countSpreadNs;
    }

    /**
     * The busiest thread of a program finds its lane faster than the others (SluiceProbe.likely), and which thread that is
     * changes: the middle of the two ways is told, and half their distance is part of the spread.
     *
     * @param innerNs by way, batch by batch; NaN where a batch does not know it
     */
    static ProbeCost of(double[][] innerNs, double[][] pairNs, double[][] countNs) {
        for (int way = 0; way < WAYS; way++) {
            Arrays.sort(innerNs[way]);
            Arrays.sort(pairNs[way]);
            Arrays.sort(countNs[way]);
        }
        double pair = middle(pairNs);
        return new ProbeCost(middleInner(innerNs, pair), pair, spread(pairNs), middle(countNs), spread(countNs));
    }

    double outerNs() {
        return Math.max(0, pairNs - innerNs);
    }

    /** Between the medians of the two ways. */
    private static double middle(double[][] sorted) {
        return (medianOf(sorted[LIKELY]) + medianOf(sorted[FROM_TABLE])) / 2;
    }

    /** Of the batches that know it; half of the pair where none does. */
    private static double middleInner(double[][] sorted, double pairNs) {
        double sum = 0;
        for (double[] batches : sorted) {
            int known = 0;
            while (known < batches.length && !Double.isNaN(batches[known])) known++;
            sum += known == 0 ? pairNs / 2 : batches[known / 2];
        }
        return Math.min(sum / WAYS, pairNs);
    }

    private static double spread(double[][] sorted) {
        double noise = Math.max(quartileDistance(sorted[LIKELY]), quartileDistance(sorted[FROM_TABLE])) / 2;
        return noise + Math.abs(medianOf(sorted[FROM_TABLE]) - medianOf(sorted[LIKELY])) / 2;
    }

    private static double medianOf(double[] sorted) {
        return sorted[sorted.length / 2];
    }

    private static double quartileDistance(double[] sorted) {
        return sorted[sorted.length * 3 / 4] - sorted[sorted.length / 4];
    }
}
