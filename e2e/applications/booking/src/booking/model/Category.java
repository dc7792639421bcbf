package booking.model;

public enum Category {
    PLAIN(60) {
        @Override
        public int priceOf(int beds, boolean weekend) {
            return nightly * beds;
        }
    },
    SUITE(150) {
        @Override
        public int priceOf(int beds, boolean weekend) {
            return nightly + 40 * beds + (weekend ? 50 : 0);
        }
    };

    final int nightly;

    Category(int nightly) {
        this.nightly = nightly;
    }

    public abstract int priceOf(int beds, boolean weekend);
}
