import { childIndex } from '../cct/childIndex.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import type { MethodTable } from './methodTable.ts';
import { probeOverhead } from './probeOverhead.ts';
import { recordingResults } from './recordingResults.ts';
import type { RecordingResults } from './recordingResults.ts';
import { instrumentationByClass, instrumentationByReason, instrumentedPerCalled } from './instrumentation.ts';
import type { Snapshot } from './snapshot.ts';
import { defaultOrder, rowComparator } from './sortOrder.ts';
import type { SortOrder } from './sortOrder.ts';

export const REPORT_VERSION = 1;

/** Long enough to make writing cheap, short enough to keep millions of nodes out of one string. */
const PIECE_LENGTH = 1 << 16;

/**
 * A recording as JSON for other programs, in pieces to be written one after the other. The form is fixed: docs/formats.md.
 * Times are whole ns. Made without recursion and without an object per node: a tree may be 100,000 deep and have
 * millions of nodes.
 */
export function* reportJson(snapshot: Snapshot): Generator<string> {
  const results = recordingResults(snapshot);
  let piece = '';
  for (const part of parts(snapshot, results)) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* parts(snapshot: Snapshot, results: RecordingResults): Generator<string> {
  const order = defaultOrder(snapshot.clock);
  const trees = results.threads.map(({ tree }) => tree);
  const { probeNs, programNs, methods: overheads } = probeOverhead(trees, snapshot.calibration);
  const called = results.hot.calls.reduce((count, calls) => count + (calls > 0 ? 1 : 0), 0);
  const head = JSON.stringify({
    format: 'sluice-report',
    version: REPORT_VERSION,
    target: snapshot.target,
    roots: snapshot.roots,
    scheme: snapshot.scheme,
    clock: snapshot.clock,
    filter: snapshot.filter,
    switches: snapshot.switches,
    followThreads: snapshot.followThreads,
    countTrivial: snapshot.countTrivial,
    calibration: snapshot.calibration,
    complete: snapshot.complete,
    losses: snapshot.losses,
    droppedEvents: snapshot.droppedEvents,
    instrumentedMethods: snapshot.instrumentedMethods,
    calledMethods: called,
    instrumentedPerCalled: instrumentedPerCalled(snapshot.instrumentedMethods, called),
    instrumentation: snapshot.instrumentation,
    overhead: { probeNs: Math.round(probeNs), programNs: Math.round(programNs) },
    reasons: instrumentationByReason(snapshot.methods, results.hot),
    classes: instrumentationByClass(snapshot.methods, results.hot).map(({ className, ...counts }) => ({
      class: className,
      ...counts,
    })),
  });
  yield `${head.slice(0, -1)},\n"threads":[`;
  for (const [i, { id, name, tree }] of results.threads.entries()) {
    yield `${i === 0 ? '' : ','}\n{"id":${id},"name":${JSON.stringify(name)},"tree":`;
    yield* nodeParts(tree, name, results.methods, order);
    yield '}';
  }
  yield '],\n"methods":[';
  yield* methodParts(results, order, new Map(overheads.map((method) => [method.methodId, method.probeNs])));
  yield ']}\n';
}

/** The tree in depth-first order. The thread itself is the outermost node: class "", its name as method, 0 calls. */
function* nodeParts(
  tree: ExactTree,
  threadName: string,
  methods: MethodTable,
  order: SortOrder,
): Generator<string> {
  const { start, children } = childIndex(tree);
  const compare = rowComparator(tree, methods.nameRanks, order);
  const namesOf = methodNames(methods);
  const next = start.slice(0, tree.length); // per open node: its child to write next
  const open = (node: number): string => {
    const names = node === 0 ? threadNames(threadName) : namesOf(tree.method[node]);
    children.subarray(start[node], start[node + 1]).sort(compare);
    const times =
      `"selfNs":${Math.round(tree.selfNs[node])},"totalNs":${Math.round(tree.totalNs[node])}` +
      `,"errorNs":${Math.ceil(tree.errorNs[node])}`;
    return `{${names},"calls":${tree.calls[node]},${times}${timedField(tree.counted[node])},"children":[`;
  };
  let node = 0;
  yield open(node);
  for (;;) {
    if (next[node] < start[node + 1]) {
      const separator = next[node] === start[node] ? '\n' : ',\n';
      node = children[next[node]++];
      yield separator + open(node);
    } else {
      yield ']}';
      if (node === 0) return;
      node = tree.parent[node];
    }
  }
}

function* methodParts(
  { hot, methods }: RecordingResults,
  order: SortOrder,
  probeNsOf: ReadonlyMap<number, number>,
): Generator<string> {
  const namesOf = methodNames(methods);
  const column = order.column === 'calls' ? 'calls' : 'self';
  const compare = rowComparator(hot, methods.nameRanks, { column, ascending: false });
  const rows = Int32Array.from({ length: hot.length }, (_, row) => row).sort(compare);
  for (const [i, row] of rows.entries()) {
    const times = `"selfNs":${Math.round(hot.selfNs[row])},"totalNs":${Math.round(hot.totalNs[row])}`;
    const probes = `,"probeNs":${Math.round(probeNsOf.get(hot.method[row]) ?? 0)}${timedField(hot.counted[row])}`;
    yield `${i === 0 ? '' : ','}\n{${namesOf(hot.method[row])},"calls":${hot.calls[row]},${times}${probes}}`;
  }
}

/** Only where it is false. */
function timedField(counted: number): string {
  return counted === 1 ? ',"timed":false' : '';
}

function threadNames(name: string): string {
  return `"class":"","method":${JSON.stringify(name)},"descriptor":""`;
}

/** The three name fields of a method by id, each made once: a tree mentions the same methods over and over. */
function methodNames(methods: MethodTable): (id: number) => string {
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
