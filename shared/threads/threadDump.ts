import { SluiceError } from '../base/errors.ts';
import { fileKindOf } from '../base/fileKind.ts';
import { utf8Of } from '../base/textBytes.ts';
import { DumpAccount } from './dumpAccount.ts';
import type { ThreadDump } from './dumpedThread.ts';
import { jsonDumps } from './jsonDump.ts';
import { textDumps } from './textDump.ts';

const READ =
  'Sluice reads what jstack, jcmd (Thread.print and Thread.dump_to_file), kill -3, VisualVM and /actuator/threaddump of Spring Boot write.';
const BLANK = 0x20;

/**
 * The thread dumps of a file in the order in which they stand in it: as text between other lines, or JSON; in UTF-8 or UTF-16. The time
 * that it takes is in proportion to the file, whatever is in it.
 * @param memoryBytes what the threads may take: USUAL_DUMP_MEMORY_BYTES unless told
 * @returns one at least, each with a thread at least
 * @throws SluiceError 'io' for a file that has none; 'memory'
 */
export function threadDumpsIn(bytes: Uint8Array, memoryBytes?: number): readonly ThreadDump[] {
  const utf8 = utf8Of(bytes);
  const found = dumpsOf(utf8, memoryBytes);
  if (found.length > 0) return found;
  const kind = fileKindOf(utf8);
  throw new SluiceError(
    'io',
    `The file has no thread dump in it${kind === null ? '' : `: it is ${kind.what}`}.`,
    kind?.remedy || READ,
  );
}

/**
 * The same of a file that may be something else: none then. Names alone are no dump, for much JSON has lists of what is named.
 * @throws SluiceError 'memory'
 */
export function threadDumpsIfAny(bytes: Uint8Array): readonly ThreadDump[] {
  const dumps = dumpsOf(utf8Of(bytes));
  const hasStacks = dumps.some(({ threads }) => threads.some(({ frames }) => frames.length > 0));
  return hasStacks ? dumps : [];
}

function dumpsOf(utf8: Uint8Array, memoryBytes?: number): readonly ThreadDump[] {
  const account = new DumpAccount(memoryBytes);
  const texts = textDumps(utf8, account);
  if (texts.length > 0) return texts;
  const first = String.fromCharCode(utf8.find((byte) => byte > BLANK) ?? 0);
  return first === '{' || first === '[' ? jsonDumps(utf8, account) : [];
}
