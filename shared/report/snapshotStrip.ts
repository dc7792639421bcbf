import { totalsOf } from '../compare/heapSnapshotSets.ts';
import { LEAST_SNAPSHOTS, type HeapSnapshot } from '../compare/risingClasses.ts';
import { formatBytes } from '../naming/formatNumbers.ts';

const BARS = '▁▂▃▄▅▆▇█';
/** More are shown by every second one, and so on. */
const MOST_BARS = 100;

/**
 * Snapshots as a strip of bars from nothing to the largest, then what they say:
 *
 *     ▅▆▆▇█   12.1 MiB to 19.8 MiB in 40 s, 5 snapshots
 */
export function* stripLines(snapshots: readonly HeapSnapshot[]): Generator<string> {
  if (snapshots.length === 0) return;
  const bytes = snapshots.map((snapshot) => totalsOf(snapshot).bytes);
  const most = Math.max(...bytes, 1);
  const step = Math.ceil(bytes.length / MOST_BARS);
  const shown = bytes.filter((_, i) => (bytes.length - 1 - i) % step === 0);
  const bars = shown.map((value) => BARS[Math.min(7, Math.floor((value / most) * 8))]).join('');
  const seconds = (snapshots[snapshots.length - 1].sinceMs / 1000).toFixed(0);
  const often = `${snapshots.length} snapshot${snapshots.length === 1 ? '' : 's'}`;
  yield `${bars}   ${formatBytes(bytes[0])} to ${formatBytes(bytes[bytes.length - 1])} in ${seconds} s, ${often}`;
  if (snapshots.length < LEAST_SNAPSHOTS) yield 'What rises is told from three snapshots on.';
  yield '';
}
