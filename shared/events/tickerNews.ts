/** What the agent tells of the thread that keeps the clock `ticker`. The numbers are those of the wire (SluiceTicker.java). */
export const TICKER_NEWS = {
  /** The clock stood still since a moment, for some time. It comes before the first event behind it. */
  gap: 1,
  /** Since a moment events read System.nanoTime() themselves; so it is before the first news, too. */
  starved: 2,
  /** Since a moment the clock is kept. */
  runs: 3,
} as const;

export type TickerNews = keyof typeof TICKER_NEWS;
