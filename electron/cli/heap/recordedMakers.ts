import { UsageError } from '../../../shared/base/errors.ts';
import { formatCountOf, SEPARATOR } from '../../../shared/naming/formatNumbers.ts';
import {
  contextsBelow,
  madeContexts,
  type MadeContexts,
} from '../../../shared/recording/sets/madeContexts.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import type { ReadHeap } from '../../engine/reading/readQuestions.ts';
import { readRecording } from '../files/readRecording.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What a recording tells of the objects in a heap dump that it followed while that was made. */
export interface RecordedMakers {
  readonly file: string;
  readonly made: MadeContexts;
  readonly methods: Snapshot['methods'];
}

/** @throws SluiceError 'io' for what is no recording; 'usage' for one that followed no objects */
export async function readMakers(file: string): Promise<RecordedMakers> {
  const snapshot = await readRecording(file);
  const made = madeContexts(snapshot);
  if (made === null)
    throw new UsageError(
      `${file} followed no objects.`,
      'Record with --live 512k, and make the heap dump meanwhile: record --live 512k --heap-dump FILE.hprof does both.',
    );
  return { file, made, methods: snapshot.methods };
}

/** Of how many objects it is known where they were made. @param joined of the dump that was joined with the recording */
export function tellOfMakers(terminal: Terminal, file: string, joined: ReadHeap['joined']): void {
  if (joined === null) return;
  const { followed, objects, contexts } = joined;
  const rest = followed - objects;
  terminal.talk(
    `${file} tells where ${formatCountOf(objects, 'object', 'objects', SEPARATOR)} of the dump were made, in ${formatCountOf(contexts, 'context', 'contexts', SEPARATOR)}` +
      (rest === 0
        ? ''
        : `; of ${formatCountOf(rest, 'other', 'others', SEPARATOR)} that were followed it does not`),
  );
}

/** Objects that methods have made, or what they have called. @throws SluiceError 'usage' for a pattern that no context has */
export function madeByPattern(
  { file, made, methods }: RecordedMakers,
  pattern: string,
): { readonly name: string; readonly contexts: ReadonlySet<number> } {
  const contexts = contextsBelow(made, methods, pattern);
  if (contexts.size > 0) return { name: pattern, contexts };
  throw new UsageError(
    `No object that ${file} followed was made by ${pattern}, or below it.`,
    'See what was with --view made.',
  );
}
