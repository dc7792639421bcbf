import { ensure } from '../base/assert.ts';
import { drained } from '../base/drained.ts';
import { hotGroups, type HotGroups } from '../cct/hotMethods.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { errorKind } from '../cct/errorSums.ts';
import { metricIds, type MetricColumn } from '../cct/metricColumns.ts';
import { methodGroups } from '../naming/methodGroups.ts';
import { methodName, type NameStyle } from '../naming/methodNames.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import { flatTree, type FlatRows } from './flatTree.ts';
import { groupTitle } from './hotRows.ts';

/**
 * Where the time goes by package, class and method: the rows of the three tables of hot spots, each in what it belongs to.
 *
 *     row       0  1  2  3  4  5  6        packages, then classes, then methods: a row stands behind what it is in
 *     parents  -1 -1  0  0  1  2  3
 *
 * What a row has by itself is the sum of what the rows in it have. Its total is that of outermost calls, as in hot spots.
 */
export interface PackageRows {
  readonly columns: FlatRows;
  /** row -> row that it is in; -1: none, it is a package */
  readonly parents: Int32Array;
  /** row -> MethodId; of a package or class the method in it that has most by itself */
  readonly methods: Int32Array;
  /** row -> package or class, as Java writes it; null: the row is a method */
  readonly titles: readonly (string | null)[];
  /** row -> place in the order of names, of the rows in one */
  readonly ranks: Int32Array;
}

/**
 * O(nodes), three times.
 * @param passes MethodId -> 1 for methods that are counted; null = all
 */
export function packageRows(tree: ExactTree, methods: MethodTable, passes: Uint8Array | null): PackageRows {
  return drained(packageRowsInSteps(tree, methods, passes));
}

/** The same with a step for each pass over the nodes: for a worker that answers between them. */
export function* packageRowsInSteps(
  tree: ExactTree,
  methods: MethodTable,
  passes: Uint8Array | null,
): Generator<void, PackageRows> {
  const packages = methodGroups(methods, 'package');
  const classes = methodGroups(methods, 'class');
  const ofPackages = levelOf(tree, packages.groupOf, passes);
  yield;
  const ofClasses = levelOf(tree, classes.groupOf, passes);
  yield;
  const ofMethods = levelOf(tree, Int32Array.from(packages.groupOf.keys()), passes);
  const columns = stacked([ofPackages, ofClasses, ofMethods]);
  const firstMethod = ofPackages.ids.length + ofClasses.ids.length;
  const length = firstMethod + ofMethods.ids.length;
  const rowOfPackage = new Map(Array.from(ofPackages.ids, (group, row) => [group, row]));
  const rowOfClass = new Map(Array.from(ofClasses.ids, (group, row) => [group, ofPackages.ids.length + row]));
  const parents = new Int32Array(length).fill(-1);
  const heaviest = Int32Array.from(parents.keys()); // row -> row of a method
  const own = tree.totalNs[0] > 0 ? columns.selfNs : columns.calls;
  for (let row = firstMethod; row < length; row++) {
    const method = ofMethods.ids[row - firstMethod];
    const ofClass = ensure(rowOfClass.get(classes.groupOf[method]), `the class of method ${method}`);
    const ofPackage = ensure(rowOfPackage.get(packages.groupOf[method]), `the package of method ${method}`);
    parents[row] = ofClass;
    parents[ofClass] = ofPackage;
    for (const above of [ofClass, ofPackage])
      if (heaviest[above] < firstMethod || own[row] > own[heaviest[above]]) heaviest[above] = row;
  }
  const { nameRanks } = methods;
  return {
    columns,
    parents,
    methods: heaviest.map((row) => ofMethods.ids[row - firstMethod]),
    titles: [
      ...Array.from(ofPackages.ids, (group) => groupTitle(packages.names[group])),
      ...Array.from(ofClasses.ids, (group) => groupTitle(classes.names[group])),
      ...Array.from(ofMethods.ids, () => null),
    ],
    // Groups are numbered in the order of their names.
    ranks: Int32Array.from([
      ...ofPackages.ids,
      ...ofClasses.ids,
      ...ofMethods.ids.map((method) => nameRanks[method] ?? 0),
    ]),
  };
}

/** Its rows as a tree: node 0 is all, node i + 1 is row i. A node's `method` is its row. @param totalNs of all */
export function packageTree({ columns, parents }: PackageRows, totalNs: number): ExactTree {
  const rows = [...parents.keys()];
  return flatTree(columns, rows, rows, totalNs, parents).tree;
}

export function packageRowNamer(
  { titles, methods: methodOf }: PackageRows,
  methods: MethodTable,
): (style: NameStyle) => (row: number) => string {
  return (style) => (row) => titles[row] ?? methodName(methods.get(methodOf[row]), style);
}

/** Rows of JSON are told apart by it: packages have no parent, methods no title. */
export function packageRowKind(
  { parents, titles }: PackageRows,
  row: number,
): 'package' | 'class' | 'method' {
  return titles[row] === null ? 'method' : parents[row] < 0 ? 'package' : 'class';
}

/** What packages, classes or methods took. */
interface Level {
  readonly spots: HotGroups;
  /** row -> package, class or method; fewer than `spots` has where not all pass. */
  readonly ids: Int32Array;
}

/** What methods do that do not pass is a group behind all others, which is left out. */
function levelOf(tree: ExactTree, groupOf: Int32Array, passes: Uint8Array | null): Level {
  if (passes === null) {
    const spots = hotGroups([tree], groupOf);
    return { spots, ids: spots.group };
  }
  const others = groupOf.reduce((limit, group) => Math.max(limit, group + 1), 0);
  const spots = hotGroups(
    [tree],
    groupOf.map((group, method) => (passes[method] === 1 ? group : others)),
  );
  return { spots, ids: spots.group.filter((group) => group !== others) };
}

/** The rows of one table after those of the other. They are of one tree, and so have the same metrics. */
function stacked(levels: readonly Level[]): FlatRows {
  const joined = (columnOf: (spots: HotGroups) => ArrayLike<number>): Float64Array =>
    Float64Array.from(levels.flatMap(({ spots, ids }) => Array.from(columnOf(spots)).slice(0, ids.length)));
  const further = metricIds(levels.map(({ spots }) => spots)).map((id): [string, MetricColumn] => [
    id,
    {
      self: joined(({ metrics }) => metrics?.get(id)?.self ?? []),
      total: joined(({ metrics }) => metrics?.get(id)?.total ?? []),
    },
  ]);
  return {
    ...errorKind(levels[0].spots),
    calls: joined(({ calls }) => calls),
    selfNs: joined(({ selfNs }) => selfNs),
    totalNs: joined(({ totalNs }) => totalNs),
    errorNs: joined(({ errorNs }) => errorNs),
    counted: Uint8Array.from(joined(({ counted }) => counted)),
    contexts: joined(({ contexts }) => contexts),
    ...(further.length === 0 ? {} : { metrics: new Map(further) }),
  };
}
