import { errorOfAll } from '../cct/errorSums.ts';
import { countsCalls } from '../events/clock.ts';
import { formatTime } from '../naming/formatNumbers.ts';
import type { RecordingResults } from '../recording/recordingResults.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { overcharged, type Overcharged } from '../recording/threadCpu.ts';

const MOST_THREADS = 5;

/** Threads that are charged with more than they ran, the worst ones first. None where the clock runs in no wait. */
export function overchargedThreads(
  { threads, durationMs, pausedMs, clock }: Pick<Snapshot, 'threads' | 'durationMs' | 'pausedMs' | 'clock'>,
  { threads: trees }: Pick<RecordingResults, 'threads'>,
): readonly Overcharged[] {
  if (clock === 'none' || !countsCalls(clock)) return [];
  return threads
    .flatMap((thread, i) => {
      const { tree } = trees[i];
      return overcharged(thread, tree.totalNs[0], errorOfAll(tree), (durationMs + pausedMs) * 1e6) ?? [];
    })
    .sort((a, b) => b.chargedNs - b.ranNs - (a.chargedNs - a.ranNs));
}

/** A sentence for each. */
export function overchargedLines(found: readonly Overcharged[]): readonly string[] {
  const rest = found.length > MOST_THREADS ? [`So are ${found.length - MOST_THREADS} more threads.`] : [];
  return [...found.slice(0, MOST_THREADS).map(overchargedText), ...rest];
}

function overchargedText({ name, chargedNs, errorNs, ranNs, stillNs }: Overcharged): string {
  const more = chargedNs - ranNs;
  const said = `Thread "${name}" is charged with ${formatTime(chargedNs)} (± ${formatTime(errorNs)}) and ran ${formatTime(ranNs)} on a core`;
  if (more - errorNs <= stillNs)
    return `${said}: the other ${formatTime(more)} are waits and sleep within the root, or cost of the probes that is not taken out.`;
  return `${said}. It stood still for ${formatTime(stillNs)} at most, so ${formatTime(more - stillNs)} or more are cost of the probes that is not taken out: its times are too large.`;
}
