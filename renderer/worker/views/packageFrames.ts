import type { CallPath } from '../../../shared/analysis/callPath.ts';
import { selectedAmong, selectedEndingIn } from '../../../shared/analysis/selection.ts';
import { NO_METHOD, type ExactTree } from '../../../shared/cct/cctTable.ts';
import { simpleName } from '../../../shared/naming/methodNames.ts';
import type { MethodTable } from '../../../shared/naming/methodTable.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { packageRowKind, packageTree, type PackageRows } from '../../../shared/rows/packageRows.ts';
import { StableNames } from '../table/stableNames.ts';
import type { ViewInput } from '../table/workerView.ts';
import type { FrameTitle } from './flameFrame.ts';
import type { FrameNames } from './laidFlames.ts';

/** Rows of packages as frames. Rows are others as classes come; their numbers here stay, so that a frame is found again by its path. */
export class PackageFrames {
  readonly #numbers = new StableNames();

  /** @returns the rows as a tree, whose `method` is the number of the row's name */
  numbered(rows: PackageRows, totalNs: number): ExactTree {
    const tree = packageTree(rows, totalNs);
    const method = tree.method.map((row, node) => (node === 0 ? NO_METHOD : this.#numberOf(rows, row)));
    return { ...tree, method };
  }

  /** Of rows that have been numbered. */
  namesOf(rows: PackageRows, methods: MethodTable): FrameNames {
    const longName = methods.namer('long');
    // A key is the kind of row, then its name or MethodId.
    const titleOf = (key: string): string => {
      const name = key.slice(key.indexOf(' ') + 1);
      return key.startsWith('method ') ? longName(Number(name)) : name;
    };
    const { ranks, matches } = this.#numbers.named(titleOf);
    return {
      ranks,
      matches,
      methodAt: (node) => (node === 0 ? NO_METHOD : rows.methods[node - 1]),
      titleAt: (node) => titleAt(rows, node),
    };
  }

  #numberOf(rows: PackageRows, row: number): number {
    return this.#numbers.numberOf(`${packageRowKind(rows, row)} ${rows.titles[row] ?? rows.methods[row]}`);
  }
}

function titleAt(rows: PackageRows, node: number): FrameTitle | null {
  const title = node === 0 ? null : rows.titles[node - 1];
  if (title === null) return null;
  const long = visibleText(title);
  return { short: packageRowKind(rows, node - 1) === 'class' ? simpleName(long) : long, long };
}

/** The frame of the method at the end of the path; 0: there is none. O(rows). */
export function packageNodeOf({ methods, titles }: PackageRows, selection: CallPath): number {
  const method = selection.at(-1);
  return titles.findIndex((title, row) => title === null && methods[row] === method) + 1;
}

/** The path that is selected by a frame: that which is already, if it ends in one of the frame's methods, else the heaviest. */
export function packageSelection(
  { methods, titles, parents }: PackageRows,
  node: number,
  selection: CallPath,
  { tree, comparison }: ViewInput,
): CallPath {
  const row = node - 1;
  const before = comparison?.tree.a;
  if (titles[row] === null) return selectedEndingIn(tree, selection, [methods[row]], before);
  const within = new Uint8Array(methods.reduce((limit, method) => Math.max(limit, method + 1), 0));
  for (let other = 0; other < methods.length; other++) {
    const ofClass = parents[other];
    if (titles[other] === null && (ofClass === row || parents[ofClass] === row)) within[methods[other]] = 1;
  }
  return selectedAmong(tree, selection, within, before);
}
