/** What the system tells of a thread that was ready to run and had no core. */
export interface CoreWait {
  /** System.nanoTime() by which that was over. */
  readonly untilNs: number;
  /** How long since it was told last. */
  readonly durationNs: number;
  /** Its next words, as many, were recorded since then: some of the stretches between them are that long. */
  readonly wordCount: number;
  /** Since when the thread was watched for the other two, System.nanoTime(). */
  readonly sinceNs: number;
  /** What it had of a core. */
  readonly ranNs: number;
  /** How often it came onto a core; 0: not known, nor are the other two. */
  readonly arrivals: number;
}
