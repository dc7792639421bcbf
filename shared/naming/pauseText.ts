/** Shorter pauses are told as this one, in seconds. */
const SHORTEST_TOLD_S = 0.1;

/** How long a program stands still, as far as that is known before: about 0.3 to 1.2 s. */
export function pauseText(leastMs: number, mostMs: number): string {
  const [least, most] = [leastMs, mostMs].map((ms) => Math.max(SHORTEST_TOLD_S, ms / 1000).toFixed(1));
  return least === most ? `about ${least} s` : `about ${least} to ${most} s`;
}
