import { formatCount } from '../../../shared/naming/formatNumbers.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { textsNamed, valuesNamed } from '../../../shared/recording/dataSets/dataSetParts.ts';

/** A hint as its card shows it. */
export interface ShownHint {
  readonly kind: string;
  readonly what: string;
  readonly sentence: string;
  readonly object: string;
  readonly objects: number;
  readonly retainedBytes: number;
  readonly path: readonly PathStep[];
  /** Its place and the callers of that, the nearest first; empty: it is not known. */
  readonly madeBy: readonly string[];
}

/** "static sessions: java.util.HashMap": by which field, and what; the first step has its kind of root in place of a field. */
export interface PathStep {
  readonly field: string;
  readonly name: string;
  /** Why it is kept; '' but for the first. */
  readonly root: string;
}

export function hintsOf(set: DataSet): ShownHint[] {
  const text = (id: string): readonly string[] => textsNamed(set, id) ?? [];
  const number = (id: string): Float64Array => valuesNamed(set, id) ?? new Float64Array(set.rows);
  const [kinds, whats, holders, paths, makers] = ['kind', 'what', 'object', 'path', 'madeBy'].map(text);
  const [objects, retained] = ['objects', 'retainedBytes'].map(number);
  return kinds.map((kind, row) => ({
    ...{ kind, what: whats[row], sentence: sentenceOf(kind, whats[row], objects[row]), object: holders[row] },
    ...{ objects: objects[row], retainedBytes: retained[row], path: pathSteps(paths[row]) },
    madeBy: (makers.at(row) ?? '').split(' < ').filter((name) => name !== ''),
  }));
}

function sentenceOf(kind: string, what: string, objects: number): string {
  switch (kind) {
    case 'loader':
      return objects === 1
        ? `A class loader stays: ${what}`
        : `${formatCount(objects)} class loaders stay: ${what}`;
    case 'thread local':
      return objects === 1 ? `A thread holds ${what}` : `${formatCount(objects)} threads hold ${what}`;
    case 'listeners':
      return `${formatCount(objects)} listeners in one place: ${what}`;
    case 'collection':
      return `${formatCount(objects)} × ${what} in one place`;
    default:
      return `${what} holds a large part of the heap`;
  }
}

/** Of a path in one line, as views of a dump have it (shared/hprof/views/paths.ts). */
export function pathSteps(line: string): PathStep[] {
  if (line === '') return [];
  return line.split(' > ').map((link, i): PathStep => {
    if (i === 0) {
      const [, name = link, root = ''] = /^(.*?) \((.*)\)$/s.exec(link) ?? [];
      return { field: '', name, root };
    }
    const [, field = '', name = link] = /^(.*?): (.*)$/s.exec(link) ?? [];
    return { field, name, root: '' };
  });
}

/** "HashMap$Node" of java.util.HashMap$Node; the address goes too. */
export function shortName(name: string): string {
  return name.replace(/@0x[0-9a-f]+$/, '').replace(/^(class )?(?:[\w$]+\.)+(?=[\w$])/, '$1');
}

/** "shop.Shop.open:12" of shop.Shop.open(int, int):12 */
export function withoutParameters(name: string): string {
  return name.replace(/\(.*\)/, '');
}
