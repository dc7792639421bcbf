import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { linksNamed, textsNamed } from '../../../shared/recording/dataSets/dataSetParts.ts';

/** A step of merged paths, with those below it. */
export interface PathNode {
  readonly row: number;
  /** By which it is held; '' of a root. */
  readonly field: string;
  readonly name: string;
  /** " ×1200", ", one behind the other" */
  readonly often: string;
  readonly root: string;
  /** Wanted objects that it leads to, and their share of all. */
  readonly objects: number;
  readonly bytes: number;
  readonly share: number;
  readonly children: readonly PathNode[];
}

/** The rows of the view `paths` as trees. A row stands behind the one above it. */
export function pathTrees(set: DataSet): PathNode[] {
  const parents = linksNamed(set, 'parent') ?? new Int32Array(set.rows).fill(-1);
  const [steps, roots] = ['step', 'root'].map((id) => textsNamed(set, id) ?? []);
  const [objects, bytes] = set.values.map(({ values }) => values);
  const childrenOf = new Map<number, number[]>();
  parents.forEach((parent, row) => childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), row]));
  const all = (childrenOf.get(-1) ?? []).reduce((sum, row) => sum + objects[row], 0);
  // From the last row up: what is below a row is made before it.
  const made = new Map<number, PathNode>();
  for (let row = set.rows - 1; row >= 0; row--)
    made.set(row, {
      ...partsOf(steps[row]),
      ...{ row, root: roots[row], objects: objects[row], bytes: bytes[row] },
      share: all > 0 ? objects[row] / all : 0,
      children: nodesOf(childrenOf.get(row), made),
    });
  return nodesOf(childrenOf.get(-1), made);
}

function nodesOf(rows: readonly number[] | undefined, made: ReadonlyMap<number, PathNode>): PathNode[] {
  return (rows ?? []).flatMap((row) => made.get(row) ?? []);
}

/** "table: java.util.HashMap$Node[]@0x7f00", "[..]: app.Session ×12, one behind the other". */
function partsOf(step: string): Pick<PathNode, 'field' | 'name' | 'often'> {
  const [, field = '', rest = step] = /^((?:static )?[^:]*?): (.*)$/s.exec(step) ?? [];
  const [, name = rest, often = ''] = /^(.*?)( ×\d+(?:, .*)?)$/s.exec(rest) ?? [];
  return { field, name, often };
}
