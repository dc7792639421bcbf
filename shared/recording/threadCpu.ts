/** What a thread did while it was recorded, or sampled, as the system counts it. */
export interface ThreadCpu {
  /** On a core. */
  readonly ranNs: number;
  /** Ready to run, without a core. */
  readonly readyNs: number;
}

/** A thread that is charged with more time than it ran. */
export interface Overcharged {
  readonly name: string;
  readonly chargedNs: number;
  readonly errorNs: number;
  readonly ranNs: number;
  /** How long it can have stood still, at most: that may be charged with right. */
  readonly stillNs: number;
}

/** What clocks of the system and of the JVM may differ in. */
const TOLERATED_NS = 20e6;
const TOLERATED_SHARE = 0.02;

/**
 * @param chargedNs all that roots of the thread are charged with
 * @param lengthNs of the recording, with its pauses
 * @returns null: it is not charged with more than it ran, or nobody knows
 */
export function overcharged(
  { name, cpu }: { readonly name: string; readonly cpu?: ThreadCpu },
  chargedNs: number,
  errorNs: number,
  lengthNs: number,
): Overcharged | null {
  if (cpu === undefined) return null;
  const { ranNs, readyNs } = cpu;
  if (chargedNs - errorNs <= ranNs * (1 + TOLERATED_SHARE) + TOLERATED_NS) return null;
  return { name, chargedNs, errorNs, ranNs, stillNs: Math.max(0, lengthNs - ranNs - readyNs) };
}
