/** What the root took in the bare program, timed as a code region before anything else carried probes. */
export interface BareRoot {
  /** Passes of the time in which it was steady. */
  readonly passes: number;
  /** Of these, ns, what an empty region measures taken out. */
  readonly meanNs: number;
}
