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
 * @param unsampled threads that have no sample at all
 * @returns a note; null: samples have nearly all, are of CPU time, or the system did not tell
 */
export function unseenTimeNote(
  { clock, threads }: Pick<Snapshot, 'clock' | 'threads'>,
  unsampled: readonly { readonly name: string; readonly ranNs: number }[] = [],
): string | null {
  if (clock !== 'samples') return null;
  const known = threads.flatMap(({ name, cpu, table }) =>
    cpu === undefined ? [] : { name, ranNs: cpu.ranNs, sampledNs: sumOf(table.selfNs) },
  );
  const all = [...known, ...unsampled.map((thread) => ({ ...thread, sampledNs: 0 }))];
  const ranNs = sumOf(all.map((thread) => thread.ranNs));
  // A thread that waits for a core has more samples than it ran: they do not make up for those that another one lacks.
  const unseenOf = (thread: (typeof all)[number]): number => Math.max(0, thread.ranNs - thread.sampledNs);
  const unseenNs = sumOf(all.map(unseenOf));
  if (unseenNs < Math.max(LEAST_NS, LEAST_SHARE * ranNs)) return null;
  const worst = all.reduce((a, b) => (unseenOf(b) > unseenOf(a) ? b : a));
  const [ran, most] = [formatTime(ranNs), formatTime(unseenOf(worst))];
  const seen = all.filter(({ sampledNs }) => sampledNs > 0);
  const isAlone = seen.length === 1 && threads.filter(({ table }) => sumOf(table.selfNs) > 0).length === 1;
  if (isAlone && seen[0] !== worst)
    return noteText('sampledAlone', {
      ...{ thread: seen[0].name, own: formatTime(seen[0].ranNs), ran },
      ...{ other: worst.name, most },
    });
  const unseen = formatTime(unseenNs);
  return noteText('timeUnseen', { ran, unseen, most: most === unseen ? 'all' : most, thread: worst.name });
}
