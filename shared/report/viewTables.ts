import type { ExactTree } from '../cct/cctTable.ts';
import { subtreeErrors } from '../cct/errorSums.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { countsCalls } from '../events/clock.ts';
import { CALLS, pairsIn, SELF_TIME, TOTAL_TIME } from '../metrics/metric.ts';
import { valuesOf } from '../metrics/value.ts';
import { formatPercent, formatTime, SEPARATOR, THIN_SPACE } from '../naming/formatNumbers.ts';
import { sumOf } from '../base/sumOf.ts';
import { hotRows } from '../rows/hotRows.ts';
import { packageRowNamer, packageRows, packageTree } from '../rows/packageRows.ts';
import { depthFirst, largestRows } from '../rows/shownRows.ts';
import { defaultOrder, ownOrder, rowComparator, type RowOrder } from '../rows/sortOrder.ts';
import { threadRows } from '../rows/threadRows.ts';
import { viewFacts } from '../rows/views.ts';
import { flameBars } from './flameBars.ts';
import { valueColumn } from './furtherNumbers.ts';
import { countColumn, numberColumns, valueColumns, type PercentBase } from './reportColumns.ts';
import type { ReportContext } from './reportContext.ts';
import { orderOf, packagedMethods, viewedCallers, type ReportView, type TitledTree } from './reportView.ts';
import { column, inLines, rowsShown, timeColumn, type TextTable } from './textTable.ts';

export const GROUP_HEADS = { methods: 'Method', classes: 'Class', packages: 'Package' } as const;

/** What a table is made of: the rows come of one tree, or of one for each thread. */
interface Tabled {
  readonly trees: readonly TitledTree[];
  readonly view: ReportView;
  readonly base: PercentBase;
  readonly context: ReportContext;
}

/** View -> its table of text. One printer writes them all: `tableLines`. */
export const VIEW_TABLES: { readonly [View in ReportView['kind']]: (of: Tabled) => TextTable } = {
  tree: treeTable,
  hot: hotTable,
  callers: callersTable,
  callees: treeTable,
  flame: treeTable,
  threads: threadTable,
  packages: packageTable,
};

/** Children indented below their node, the heaviest first. */
function treeTable({ trees: [{ tree }], view, base, context }: Tabled): TextTable {
  const { clock, methods, names, top } = context;
  const weights = weightsOf(tree, view, clock);
  const shown = largestRows(weights, top);
  const compare = rowComparator(tree, methods.nameRanks, orderOf(view, defaultOrder(clock)));
  const errorNs = subtreeErrors(tree);
  const rows = rowsShown(shown);
  const columns =
    view.kind === 'flame'
      ? flameBars(tree, weights, depthFirst(tree, shown, compare))
      : [
          ...valueColumns(view.value, tree, rows),
          ...numberColumns(context, { ...tree, errorNs, selfErrorNs: tree.errorNs }, base, 'total', rows),
        ];
  const nameOf = methods.namer(names);
  return {
    columns,
    head: viewFacts(view.kind).title,
    rows: depthFirst(tree, shown, compare),
    nameOf: (node) => nameOf(tree.method[node]),
    hidden: tree.length - 1 - rows.length,
  };
}

/** How much of what the view is about a node and all below it have. */
function weightsOf(tree: ExactTree, { value }: ReportView, clock: ReportContext['clock']): Float64Array {
  const metric = value?.metric ?? (clock === 'none' ? CALLS : TOTAL_TIME);
  const values = metric.valuesOf(tree);
  return metric.sumOf === null ? subtreeSums(tree.parent, values) : values;
}

/** One line for each method, class or package, those first that have most of what the view is about: self time, if nothing is said. */
function hotTable({ trees: [{ tree }], view, base, context }: Tabled): TextTable {
  const { clock, methods, names, top } = context;
  const { by, filter, value } = view;
  const { spots, rows, nameOf } = hotRows(tree, methods, by, filter, orderOf(view, ownOrder(clock, tree)));
  const shown = rows.subarray(0, top ?? rows.length);
  return {
    columns: [
      ...valueColumns(value, spots, shown),
      ...numberColumns(context, spots, base, 'self', shown),
      countColumn('Contexts', Float64Array.from(spots.contexts)),
    ],
    head: GROUP_HEADS[by],
    rows: inLines(shown),
    nameOf: (row) => nameOf(row, names),
    hidden: rows.length - shown.length,
  };
}

/** Methods with their callers indented below them, those first that took most themselves. */
function callersTable({ trees: [{ tree }], view, base, context }: Tabled): TextTable {
  const { clock, methods, names, top } = context;
  const { source, shown } = viewedCallers(tree, methods, view, clock, top);
  const callers = source.tree;
  const rows = rowsShown(shown);
  const compare = rowComparator(callers, methods.nameRanks, orderOf(view, ownOrder(clock, callers)));
  const nameOf = methods.namer(names);
  return {
    columns: [
      ...valueColumns(view.value, callers, rows),
      ...numberColumns(context, callers, base, 'self', rows),
    ],
    head: viewFacts('callers').title,
    rows: depthFirst(callers, shown, compare),
    nameOf: (node) => nameOf(callers.method[node]),
    hidden: rows.length < callers.length - 1 ? 'some' : 0,
  };
}

/** Packages with their classes indented below them, and the methods below these: a bar for each, as long as what it has by itself. */
function packageTable({ trees: [{ tree }], view, base, context }: Tabled): TextTable {
  const { clock, methods, names, top } = context;
  const packages = packageRows(tree, methods, packagedMethods(methods, view));
  const rowsOf = packageTree(packages, tree.totalNs[0]);
  const order = orderOf(view, ownOrder(clock, tree));
  const weights = ownWeights(rowsOf, order, clock);
  const shown = largestRows(weights, top);
  const compare = rowComparator(rowsOf, packages.ranks, order);
  const rows = rowsShown(shown);
  const nameOf = packageRowNamer(packages, methods)(names);
  return {
    columns: [
      flameBars(rowsOf, weights, depthFirst(rowsOf, shown, compare))[0],
      ...valueColumns(view.value, rowsOf, rows),
      ...numberColumns(context, rowsOf, base, 'self', rows),
    ],
    head: viewFacts('packages').title,
    rows: depthFirst(rowsOf, shown, compare),
    nameOf: (node) => nameOf(rowsOf.method[node]),
    hidden: rowsOf.length - 1 - rows.length,
  };
}

/** node -> what it has by itself of what the view is about; of node 0 what all have */
function ownWeights(rows: ExactTree, order: RowOrder, clock: ReportContext['clock']): Float64Array {
  const metric = 'value' in order ? order.value.metric : clock === 'none' ? CALLS : SELF_TIME;
  const own = (metric.sumOf ?? metric).valuesOf(rows).slice();
  own[0] = sumOf(own.filter((_, node) => rows.parent[node] === 0));
  return own;
}

/** One line for each thread, the largest total time first. */
function threadTable({ trees, view: { value }, context: { clock, periodNs, top } }: Tabled): TextTable {
  const rowsOf = threadRows(trees.map(({ tree }) => tree));
  const { calls, totalNs, errorNs, contexts } = rowsOf;
  const allNs = sumOf(totalNs);
  const weights = value === null ? (clock === 'none' ? calls : totalNs) : valuesOf(value, rowsOf);
  const rows = trees.map((_, row) => row).sort((a, b) => weights[b] - weights[a] || a - b);
  const shown = rows.slice(0, top ?? rows.length);
  const times = [
    timeColumn('Total Time', totalNs, periodNs),
    column('%', 7, (row) => formatPercent(totalNs[row], allNs)),
    column('±', 7, (row) => formatTime(errorNs[row]).replaceAll(THIN_SPACE, SEPARATOR)),
  ];
  return {
    columns: [
      ...valueColumns(value, rowsOf, shown),
      ...(clock === 'none' ? [] : times),
      ...(countsCalls(clock) ? [countColumn('Invocations', calls)] : []),
      countColumn('Contexts', contexts),
      ...pairsIn([rowsOf]).map(({ total }) => valueColumn({ metric: total, per: null }, rowsOf, shown)),
    ],
    head: 'Thread',
    rows: inLines(shown),
    nameOf: (row) => trees[row].title,
    hidden: rows.length - shown.length,
  };
}
