import type { ClassId } from '../../../shared/base/ids.ts';
import { toldText } from '../../../shared/base/toldText.ts';
import {
  refusalReason,
  refusalSentence,
  type ClassRefusal,
} from '../../../shared/messages/refusalMessages.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';

/** What of a linker's words is told, which can fill pages. */
const MAX_WORDS_CHARS = 200;

/** A class that is not measured as a whole. */
export interface RefusedClass {
  readonly classId: ClassId;
  readonly name: string;
  readonly id: ClassRefusal;
  /** A clause. */
  readonly reason: string;
}

/** @param loaders so many have loaded one of this name that is refused for this reason */
export function refusedClassSentence({ name, id, reason }: RefusedClass, loaders: number): string {
  const each = loaders === 1 ? '' : `, loaded by ${formatCountOf(loaders, 'class loader')},`;
  return refusalSentence(id, `Class ${name}${each} is not measured: ${reason}`);
}

/** Of a class that the JVM does not link or initialise. @param words what it throws at its linking; "": it failed to initialise it */
export function whyItCannotRun(words: string): string {
  return refusalReason('classCannotRun', { why: problemOf(words) });
}

/** The same without what follows from it. */
export function problemOf(words: string): string {
  if (words === '') return 'its static initialiser failed';
  const missing = /^java\.lang\.NoClassDefFoundError: (?:L(?=.*;))?([\w$/.-]+);?$/.exec(words)?.[1];
  if (missing !== undefined) return `it needs class ${missing.replaceAll('/', '.')}, which is missing`;
  return `the JVM does not link it (${toldText(words.split('\n', 1)[0], MAX_WORDS_CHARS)})`;
}
