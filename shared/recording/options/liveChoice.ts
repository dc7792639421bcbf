import { UsageError } from '../../base/errors.ts';
import { parseMethodPattern, type MethodPattern } from '../../callgraph/methodPattern.ts';

/** Which objects are followed until they are collected. */
export interface LiveChoice {
  /** One in so many bytes, in the mean; 0: only those of the patterns. */
  readonly everyBytes: number;
  /** Classes of which all objects are followed. */
  readonly patterns: readonly MethodPattern[];
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  k: 1024,
  K: 1024,
  KiB: 1024,
  M: 1024 ** 2,
  MiB: 1024 ** 2,
};
const MOST_BYTES = 2 ** 31 - 1;
const REMEDY =
  "Write a size such as 512k, which follows one object in so many bytes, or a pattern of classes such as 'com.acme.**', which follows all of them.";

/**
 * What was typed behind --live: sizes and patterns of classes, in any order.
 * @returns null: nothing is followed
 * @throws SluiceError 'usage' for what is neither, or a second size
 */
export function parseLiveChoice(texts: readonly string[]): LiveChoice | null {
  if (texts.length === 0) return null;
  let everyBytes = 0;
  const patterns: MethodPattern[] = [];
  for (const text of texts) {
    const size = /^\s*(\d+)\s*([A-Za-z]*)\s*$/.exec(text);
    if (size === null) {
      patterns.push(classPattern(text));
      continue;
    }
    const bytes = Number(size[1]) * (UNITS[size[2]] ?? NaN);
    if (!(bytes >= 1 && bytes <= MOST_BYTES))
      throw new UsageError(`--live ${text} is no size from 1 byte to 2 GiB, in B, k or M.`, REMEDY);
    if (everyBytes > 0) throw new UsageError(`--live ${text} is a second size.`, 'Leave one of them out.');
    everyBytes = bytes;
  }
  if (everyBytes === 0 && patterns.every(({ isExclusion }) => isExclusion))
    throw new UsageError(`--live ${texts.join(' --live ')} excludes classes, and names none.`, REMEDY);
  return { everyBytes, patterns };
}

function classPattern(text: string): MethodPattern {
  const pattern = parseMethodPattern(text);
  if (pattern.namesMethods || pattern.text.includes('::'))
    throw new UsageError(`--live ${text} names methods; objects are followed by their class.`, REMEDY);
  return pattern;
}

/** There are few, and each holds all classes of an application: one that stays is worth more than it takes. */
const CLASS_LOADER = /ClassLoader$/;

/** Class loaders are always followed, by their names. @param made as Java writes it: of an array what its elements are decides */
export function followed({ everyBytes, patterns }: LiveChoice, made: string): 'all' | 'some' | null {
  const name = made.replace(/(\[\])+$/, '');
  const matching = patterns.filter((pattern) => pattern.matchesClass(name));
  if (matching.some(({ isExclusion }) => isExclusion)) return null;
  if (matching.length > 0 || (name === made && CLASS_LOADER.test(name))) return 'all';
  return everyBytes > 0 ? 'some' : null;
}
