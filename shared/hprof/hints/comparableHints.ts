import type { DataSet } from '../../recording/dataSets/dataSet.ts';

/** What names a hint: its objects have moved, and other threads may hold them on other paths. */
const NAMES = ['kind', 'what', 'object'];

/** What hints of two dumps are ranked by: what a leak holds. The things themselves may be few, as the lists that threads hold. */
const HINTS_RANKED_BY = 'retainedBytes';

/** Two data sets as they are to be compared. */
export interface ComparableSets {
  readonly a: DataSet;
  readonly b: DataSet;
  /** Column by which their difference is ranked; null: as differences are. */
  readonly rankedBy: string | null;
}

/** Two of the same view; hints of heap dumps get names that both have. */
export function comparableSets(a: DataSet, b: DataSet): ComparableSets {
  if (!areHints(b)) return { a, b, rankedBy: null };
  const [before, after] = comparableHints(a, b);
  return { a: before, b: after, rankedBy: HINTS_RANKED_BY };
}

/** Of heap dumps: those of snapshots are classes that rise. */
export function areHints({ id, texts }: DataSet): boolean {
  return id === 'suspects' && texts.some((column) => column.id === 'path');
}

/**
 * Hints of two dumps so that the same ones have the same names, and are one row of their difference. Addresses are left out. Where both have a
 * hint of the same kind, of the same things in a holder of the same class, what the later one tells of it counts: its path, and what has made it.
 */
function comparableHints(before: DataSet, after: DataSet): readonly [DataSet, DataSet] {
  const [a, b] = [withoutAddresses(before), withoutAddresses(after)];
  const path = b.texts.find(({ id }) => id === 'path');
  const rowsOfB = new Map<string, number[]>();
  for (let row = 0; row < b.rows; row++) {
    const key = nameOf(b, row);
    rowsOfB.set(key, [...(rowsOfB.get(key) ?? []), row]);
  }
  const pathOfA = a.texts.find(({ id }) => id === 'path');
  const sameIn = Array.from({ length: a.rows }, (_, row) => {
    const candidates = rowsOfB.get(nameOf(a, row)) ?? [];
    const exact = candidates.findIndex((each) => path?.texts[each] === pathOfA?.texts[row]);
    return candidates.splice(Math.max(0, exact), 1).at(0) ?? -1;
  });
  const texts = b.texts.map(({ id, title, texts: after }) => {
    const own = a.texts.find((column) => column.id === id);
    return {
      id,
      title,
      texts: sameIn.map((same, row) => (same < 0 ? (own?.texts[row] ?? '') : after[same])),
    };
  });
  return [{ ...a, texts }, b];
}

function withoutAddresses(set: DataSet): DataSet {
  const texts = set.texts.map((column) => ({
    ...column,
    texts: column.texts.map((text) => text.replace(/@0x[0-9a-f]+/g, '')),
  }));
  return { ...set, texts };
}

/** Why a loader should be gone is another reason once there are two: that stands behind a comma. */
function nameOf({ texts }: DataSet, row: number): string {
  const textOf = (id: string): string => texts.find((column) => column.id === id)?.texts[row] ?? '';
  return JSON.stringify(NAMES.map((id) => textOf(id).replace(/, of which.*$/, '')));
}
