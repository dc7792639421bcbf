import { sumOf } from '../base/sumOf.ts';
import { noteText } from '../messages/noteMessages.ts';
import { formatTime } from '../naming/formatNumbers.ts';
import type { Snapshot } from './snapshot.ts';

/** A recorder takes so long to stop, and threads run meanwhile. */
const LEAST_NS = 1e9;
const LEAST_SHARE = 0.25;

/**
 * What threads ran and samples by a timer do not have, where that is much: their code looks faster than it is.
 *
 *     main    ran 4.5 s    1.0 s of samples     3.5 s in native code, or in the system
 *
 * @returns a note; null: samples have nearly all, are of CPU time, or the system did not tell
 */
export function unseenTimeNote({ clock, threads }: Pick<Snapshot, 'clock' | 'threads'>): string | null {
  if (clock !== 'samples') return null;
  const known = threads.flatMap(({ name, cpu, table }) =>
    cpu === undefined ? [] : { name, ranNs: cpu.ranNs, sampledNs: sumOf(table.selfNs) },
  );
  const ranNs = sumOf(known.map((thread) => thread.ranNs));
  const sampledNs = sumOf(known.map((thread) => thread.sampledNs));
  const unseenNs = ranNs - sampledNs;
  if (unseenNs < Math.max(LEAST_NS, LEAST_SHARE * ranNs)) return null;
  const times = { ran: formatTime(ranNs), unseen: formatTime(unseenNs) };
  const worst = known.reduce((a, b) => (b.ranNs - b.sampledNs > a.ranNs - a.sampledNs ? b : a));
  const most = formatTime(worst.ranNs - worst.sampledNs);
  return noteText('timeUnseen', { ...times, most: most === times.unseen ? 'all' : most, thread: worst.name });
}
