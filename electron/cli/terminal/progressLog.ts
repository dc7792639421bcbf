/** A log needs a sign of life, not a line each second. */
const INTERVAL_MS = 10_000;

/**
 * Progress where no line can replace itself: a file, a pipe, the log of a build. A line at most every ten seconds, the first after
 * as long: what is quickly over says nothing.
 * @param nowMs of a clock that never goes back
 * @returns takes each line of progress; "" ends what it was about
 */
export function progressLog(write: (line: string) => void, nowMs: () => number): (line: string) => void {
  let lastMs: number | null = null;
  return (line) => {
    if (line === '') {
      lastMs = null;
      return;
    }
    lastMs ??= nowMs();
    if (nowMs() - lastMs < INTERVAL_MS) return;
    lastMs = nowMs();
    write(line);
  };
}
