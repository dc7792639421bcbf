import { UsageError } from '../base/errors.ts';
import { mergeTrees } from '../cct/mergeTrees.ts';
import type { CctTable } from '../cct/cctTable.ts';
import { exactTree, type CorrectedTree } from '../cct/overhead.ts';
import type { Snapshot } from './snapshot.ts';

/** All threads of a recording, or some by their ids: shown as one tree. */
export type ChosenThreads = 'all' | readonly number[];

/** How many threads an error names at most. */
const NAMES_IN_ERROR = 20;

/**
 * The tree of the chosen threads with the probes' cost taken out. Merged first, then corrected, as the window does it: a
 * time too short for its correction may be part of one that is long enough.
 */
export function chosenTree(snapshot: Snapshot, chosen: ChosenThreads): CorrectedTree {
  const threads = snapshot.threads.filter(({ id }) => chosen === 'all' || chosen.includes(id));
  const tables = threads.map(({ table }) => table);
  return resultOf(tables.length === 1 ? tables[0] : mergeTrees(tables), snapshot);
}

/** A tree of the recording with the probes' cost taken out, and with what its errors follow from. */
export function resultOf(
  table: CctTable,
  { calibration, clock, bareSamples }: Pick<Snapshot, 'calibration' | 'clock' | 'bareSamples'>,
): CorrectedTree {
  const tree = exactTree(table, calibration, clock);
  return bareSamples === undefined ? tree : { ...tree, nsPerSample: bareSamples.nsPerSample };
}

/**
 * The threads that a user means by a number (thread id) or a name; all that have this name.
 * @throws SluiceError 'usage' that lists the threads there are
 */
export function threadsNamed({ threads }: Pick<Snapshot, 'threads'>, wanted: string): readonly number[] {
  const named = threads.filter(({ id, name }) => name === wanted || String(id) === wanted);
  if (named.length > 0) return named.map(({ id }) => id);
  const names = threads.slice(0, NAMES_IN_ERROR).map(({ id, name }) => `"${name}" (${id})`);
  const rest = threads.length > NAMES_IN_ERROR ? `, and ${threads.length - NAMES_IN_ERROR} more` : '';
  throw new UsageError(
    `The recording has no thread ${JSON.stringify(wanted)}.`,
    threads.length === 0 ? 'It has no threads at all.' : `It has ${names.join(', ')}${rest}.`,
  );
}
