import { gatheredJson } from './gathered.ts';
import { hotRows } from '../rows/hotRows.ts';
import { MethodTable } from '../naming/methodTable.ts';
import { jsonNodes, jsonRows, type TreeForm } from './jsonNodes.ts';
import { methodNames, nodeParts, numberFields, packageRowFields, titleFields } from './nodeJson.ts';
import {
  hasTreePerThread,
  orderOf,
  packagedMethods,
  viewedCallers,
  viewedTrees,
  type ReportView,
  type TitledTree,
} from './reportView.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { packageRows, packageTree } from '../rows/packageRows.ts';
import { defaultOrder, ownOrder, rowComparator } from '../rows/sortOrder.ts';
import { sumOf } from '../base/sumOf.ts';
import { pairsIn } from '../metrics/metric.ts';
import { valueId } from '../metrics/value.ts';
import { threadRows } from '../rows/threadRows.ts';
import type { Transform } from '../rows/transform.ts';

export const VIEW_VERSION = 1;

/**
 * One view of a recording as JSON, in pieces. The form is fixed: docs/formats.md. The numbers are those of the text report and
 * of the window, for all are made by the same functions.
 * @param top as many callers, the heaviest; null = those of the top level only. Of the other views all rows are written.
 */
export function* viewJson(
  snapshot: Snapshot,
  view: ReportView,
  top: number | null,
  form: TreeForm = 'nested',
): Generator<string> {
  yield* gatheredJson(parts(snapshot, view, top, form));
}

function* parts(snapshot: Snapshot, view: ReportView, top: number | null, form: TreeForm): Generator<string> {
  const methods = new MethodTable(snapshot.methods);
  const nameOf = methods.namer('long');
  const trees = viewedTrees(snapshot, methods, view);
  const order = orderOf(view, defaultOrder(snapshot.clock));
  const head = JSON.stringify({
    format: 'sluice-view',
    version: VIEW_VERSION,
    target: snapshot.target,
    groups: snapshot.groups,
    clock: snapshot.clock,
    bareSamples: snapshot.bareSamples,
    complete: snapshot.complete,
    losses: snapshot.losses,
    view: view.kind,
    by: view.kind === 'hot' ? view.by : undefined,
    methods: view.kind === 'callers' || view.kind === 'callees' ? view.methods.map(nameOf) : undefined,
    threads: !hasTreePerThread(view.kind) && view.threads === 'each' ? 'all' : view.threads,
    steps: view.steps.map((step) => namedStep(step, nameOf)),
    filter: view.filter,
    value: view.value === null ? undefined : valueId(view.value),
    totalNs: Math.round(trees.reduce((sum, { tree }) => sum + tree.totalNs[0], 0)),
    calls: trees.reduce((sum, { tree }) => sum + sumOf(tree.calls), 0),
  });
  yield `${head.slice(0, -1)},`;
  const { clock } = snapshot;
  switch (view.kind) {
    case 'hot':
      yield* hotParts(trees[0], methods, view, clock);
      break;
    case 'threads':
      yield* threadParts(snapshot, trees, view);
      break;
    case 'callers':
      yield* treesParts(trees, ({ title, tree }) => {
        const { source, shown } = viewedCallers(tree, methods, view, clock, top);
        const own = orderOf(view, ownOrder(clock, tree));
        return nodeParts(source.tree, title, methods, own, shown, form);
      });
      break;
    case 'packages':
      yield* treesParts(trees, (each) => packageParts(each, methods, view, clock, form));
      break;
    case 'tree':
    case 'callees':
    case 'flame':
      yield* treesParts(trees, ({ title, tree }) => nodeParts(tree, title, methods, order, null, form));
  }
  yield '}\n';
}

function* treesParts(
  trees: readonly TitledTree[],
  partsOf: (each: TitledTree) => Iterable<string>,
): Generator<string> {
  yield '\n"trees":[';
  for (const [i, each] of trees.entries()) {
    if (i > 0) yield ',\n';
    yield* partsOf(each);
  }
  yield ']';
}

/** With names in place of ids, which mean nothing outside of the recording. */
export function namedStep(step: Transform, nameOf: (method: number) => string): object {
  if ('methods' in step) return { ...step, methods: step.methods?.map(nameOf) ?? null };
  if ('path' in step) return { ...step, path: step.path.map(nameOf) };
  return step;
}

function* hotParts(
  { tree }: TitledTree,
  methods: MethodTable,
  view: ReportView,
  clock: Snapshot['clock'],
): Generator<string> {
  const { by, filter } = view;
  const { spots, ids, rows, nameOf } = hotRows(
    tree,
    methods,
    by,
    filter,
    orderOf(view, ownOrder(clock, tree)),
  );
  const namesOf = methodNames(methods);
  const numbersOf = numberFields(spots);
  const groupField = by === 'classes' ? 'class' : 'package';
  yield '\n"rows":[';
  yield* jsonRows(rows, (row) => {
    const names =
      by === 'methods' ? namesOf(ids[row]) : `"${groupField}":${JSON.stringify(nameOf(row, 'long'))}`;
    return `${names},${numbersOf(row)}`;
  });
  yield ']';
}

function packageParts(
  { title, tree }: TitledTree,
  methods: MethodTable,
  view: ReportView,
  clock: Snapshot['clock'],
  form: TreeForm,
): Generator<string> {
  const packages = packageRows(tree, methods, packagedMethods(methods, view));
  const rows = packageTree(packages, tree.totalNs[0]);
  const namesOf = packageRowFields(packages, methods);
  const numbersOf = numberFields(rows);
  return jsonNodes({
    ...{ tree: rows, shown: null, form },
    fieldsOf: (node) => `${node === 0 ? titleFields(title) : namesOf(rows.method[node])},${numbersOf(node)}`,
    compare: rowComparator(rows, packages.ranks, orderOf(view, ownOrder(clock, tree))),
  });
}

function* threadParts(snapshot: Snapshot, trees: readonly TitledTree[], view: ReportView): Generator<string> {
  const threads = snapshot.threads.filter(
    ({ id }) => view.threads === 'each' || view.threads === 'all' || view.threads.includes(id),
  );
  const columns = threadRows(trees.map(({ tree }) => tree));
  const { calls, totalNs, errorNs, contexts } = columns;
  const further = pairsIn([columns]);
  const rows = threads.map(({ id, name, virtual }, row) => ({
    id,
    name,
    virtual,
    calls: calls[row],
    totalNs: Math.round(totalNs[row]),
    errorNs: Math.ceil(errorNs[row]),
    contexts: contexts[row],
    ...Object.fromEntries(further.map(({ total }) => [total.id, total.valuesOf(columns)[row]])),
  }));
  yield `\n"rows":${JSON.stringify(rows)}`;
}
