package sluice.agent;

/** Where the next followed object is: exponential, so that weights by size have no bias. */
public final class DistanceTest {
    private static final int DRAWS = 200_000;
    private static final double MEAN = 16_384;

    public void the_logarithm_is_that_of_the_jdk() {
        for (double value = 0.999999; value > 1e-16; value *= 0.93) {
            double error = Math.abs(SluiceDistance.ln(value) - Math.log(value));
            Check.that(error < 1e-9 * Math.max(1, -Math.log(value)), value + " is " + error + " off");
        }
    }

    public void a_distance_is_longer_than_so_many_bytes_as_often_as_it_should() {
        for (long seed = 1; seed <= 3; seed++) {
            long state = SluiceDistance.first(seed);
            double sum = 0;
            int[] longer = new int[5];
            for (int i = 0; i < DRAWS; i++) {
                state = SluiceDistance.next(state);
                long bytes = SluiceDistance.bytes(state, MEAN);
                Check.that(bytes >= 1, bytes + " bytes");
                sum += bytes;
                for (int k = 0; k < longer.length; k++) if (bytes > k * MEAN / 2) longer[k]++;
            }
            Check.that(Math.abs(sum / DRAWS / (MEAN + 0.5) - 1) < 4 / Math.sqrt(DRAWS), "mean " + sum / DRAWS);
            for (int k = 0; k < longer.length; k++) {
                double share = Math.exp(-k / 2.0);
                double error = Math.sqrt(share * (1 - share) / DRAWS);
                Check.that(Math.abs(longer[k] / (double) DRAWS - share) <= 4 * error, k + ": " + longer[k]);
            }
        }
    }

    public void seeds_that_are_near_lead_far_apart() {
        Check.that(SluiceDistance.first(0) != 0, "a state of 0 stays 0");
        long near = SluiceDistance.first(1) ^ SluiceDistance.first(2);
        Check.that(Long.bitCount(near) > 16, Long.toHexString(near));
    }

    public void collections_are_counted() {
        SluiceCollections.locate();
        int before = SluiceCollections.count();
        System.gc();
        Check.that(!SluiceCollections.areCounted() || SluiceCollections.count() > before, "a collection was not counted");
    }
}
