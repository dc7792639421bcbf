import type { Snapshot } from '../recording/snapshot.ts';
import { exampleSnapshot } from './exampleSnapshot.ts';

/** As exampleSnapshot, of root calls told apart by a value: a line of the script is what a group did on the thread main, with its name first. */
export function splitSnapshot(...[script, changes, methods]: Parameters<typeof exampleSnapshot>): Snapshot {
  const snapshot = exampleSnapshot(script, { split: ['arg0'], ...changes }, methods);
  const threads = snapshot.threads.map(({ name: group, table }) => ({
    ...{ id: 1, name: 'main', virtual: false },
    ...{ group, table },
  }));
  return { ...snapshot, threads };
}
