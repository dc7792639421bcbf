import type { ExactTree } from '../cct/cctTable.ts';
import { isUncertain } from '../cct/uncertain.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import type { MeasuredRows } from '../metrics/measuredRows.ts';
import { hasTotalCalls, SELF_TIME, TOTAL_CALLS, TOTAL_TIME } from '../metrics/metric.ts';
import { errorFields, furtherFields } from './furtherNumbers.ts';
import { jsonNodes, type TreeForm } from './jsonNodes.ts';
import { packageRowKind, type PackageRows } from '../rows/packageRows.ts';
import { rowComparator, type RowOrder } from '../rows/sortOrder.ts';

/**
 * A tree in depth-first order. Row 0 is the outermost node: class "", the title (of a thread: its name) as method, 0 calls.
 * @param shown NodeIndex -> 1 for what is written; null = all
 * @param isRecorded a tree as it was recorded: nodes have the numbers by which data sets name them
 */
export function nodeParts(
  tree: ExactTree,
  title: string,
  methods: MethodTable,
  order: RowOrder,
  shown: Uint8Array | null = null,
  form: TreeForm = 'nested',
  isRecorded = false,
): Generator<string> {
  const namesOf = methodNames(methods);
  const numbersOf = numberFields(tree);
  const fieldsOf = (node: number): string =>
    `${isRecorded ? `"node":${node},` : ''}${node === 0 ? titleFields(title) : namesOf(tree.method[node])},${numbersOf(node)}`;
  return jsonNodes({ tree, fieldsOf, compare: rowComparator(tree, methods.nameRanks, order), shown, form });
}

/** What is measured of rows, a field for each metric. */
interface NumberedRows extends MeasuredRows {
  readonly counted: Uint8Array;
  /** Of a list: how many contexts a row stands for. */
  readonly contexts?: ArrayLike<number>;
}

/** row -> its numbers as fields of JSON. Times are whole ns. */
export function numberFields(rows: NumberedRows): (row: number) => string {
  const { calls, selfNs, totalNs, errorNs, counted, contexts } = rows;
  const totalCallsOf = totalCallsField(rows);
  const [errorsOf, furtherOf] = [errorFields([SELF_TIME, TOTAL_TIME], rows), furtherFields(rows)];
  return (row) => {
    const times = `"selfNs":${Math.round(selfNs[row])},"totalNs":${Math.round(totalNs[row])}${errorsOf(row)}`;
    const places = contexts === undefined ? '' : `,"contexts":${contexts[row]}`;
    const uncertain = isUncertain(selfNs[row], errorNs[row]) ? ',"uncertain":true' : '';
    return `"calls":${calls[row]}${totalCallsOf(row)},${times}${places}${uncertain}${timedField(counted[row])}${furtherOf(row)}`;
  };
}

/** row -> calls of it and of all below it, with a comma before it: only where no clock ran. */
export function totalCallsField(rows: MeasuredRows): (row: number) => string {
  if (!hasTotalCalls(rows)) return () => '';
  const totals = TOTAL_CALLS.valuesOf(rows);
  return (row) => `,"${TOTAL_CALLS.id}":${totals[row]}`;
}

/** Only where it is false. */
export function timedField(counted: number): string {
  return counted === 1 ? ',"timed":false' : '';
}

export function titleFields(name: string): string {
  return `"class":"","method":${JSON.stringify(name)},"descriptor":""`;
}

/** The three name fields of a method by id, each made once: a tree mentions the same methods over and over. */
export function methodNames(methods: MethodTable): (id: number) => string {
  const fields = new Map<number, string>();
  return (id) => {
    const known = fields.get(id);
    if (known !== undefined) return known;
    const { className, name, descriptor } = methods.get(id);
    const made = JSON.stringify({ class: className, method: name, descriptor }).slice(1, -1);
    fields.set(id, made);
    return made;
  };
}

/** The fields that name a row of packages: of a package or a class its name alone. */
export function packageRowFields(rows: PackageRows, methods: MethodTable): (row: number) => string {
  const namesOf = methodNames(methods);
  return (row) => {
    const kind = packageRowKind(rows, row);
    return kind === 'method'
      ? namesOf(rows.methods[row])
      : `${JSON.stringify(kind)}:${JSON.stringify(rows.titles[row])}`;
  };
}
