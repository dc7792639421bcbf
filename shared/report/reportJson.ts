import { sumOfCoreWaits } from '../cct/coreWaitAccount.ts';
import { sumOfAccounts } from '../cct/tickerAccount.ts';
import { furtherFields } from './furtherNumbers.ts';
import { gatheredJson } from './gathered.ts';
import { methodNames, nodeParts, timedField, totalCallsField } from './nodeJson.ts';
import type { TreeForm } from './jsonNodes.ts';
import { optionFields } from '../recording/options/chosenOptions.ts';
import { probeOverhead } from '../recording/probeOverhead.ts';
import { recordingResults, type RecordingResults } from '../recording/recordingResults.ts';
import {
  instrumentationByClass,
  instrumentationByReason,
  instrumentedPerCalled,
} from '../recording/options/instrumentation.ts';
import { notesOf, type Snapshot } from '../recording/snapshot.ts';
import { overchargedThreads } from './threadCpuText.ts';
import { defaultOrder, ownColumn, rowComparator } from '../rows/sortOrder.ts';

export const REPORT_VERSION = 1;

/**
 * A recording as JSON for other programs, in pieces to be written one after the other. The form is fixed: docs/formats.md.
 * Times are whole ns. Made without recursion and without an object per node: a tree may be 100,000 deep and have
 * millions of nodes.
 */
export function* reportJson(snapshot: Snapshot, form: TreeForm = 'nested'): Generator<string> {
  const results = recordingResults(snapshot);
  yield* gatheredJson(parts(snapshot, results, form));
}

function* parts(snapshot: Snapshot, results: RecordingResults, form: TreeForm): Generator<string> {
  const order = defaultOrder(snapshot.clock);
  const trees = results.threads.map(({ tree }) => tree);
  const { probeNs, programNs, methods: overheads } = probeOverhead(trees, snapshot.calibration);
  const called = results.hot.calls.reduce((count, calls) => count + (calls > 0 ? 1 : 0), 0);
  const over = overchargedThreads(snapshot, results);
  const head = JSON.stringify({
    format: 'sluice-report',
    version: REPORT_VERSION,
    target: snapshot.target,
    roots: snapshot.roots,
    groups: snapshot.groups,
    ...optionFields(snapshot),
    switches: snapshot.switches,
    startedAtMs: snapshot.startedAtMs,
    durationMs: snapshot.durationMs,
    pausedMs: snapshot.pausedMs,
    calibration: snapshot.calibration,
    bareRoot: snapshot.bareRoot ?? undefined,
    bareSamples: snapshot.bareSamples,
    overcharged: over.length > 0 ? over : undefined,
    ticker: sumOfAccounts(snapshot.threads.map(({ table }) => table.ticker)),
    coreWaits: sumOfCoreWaits(snapshot.threads.map(({ table }) => table.coreWaits)),
    complete: snapshot.complete,
    losses: snapshot.losses,
    notes: notesOf(snapshot),
    refusals: snapshot.refusals,
    droppedEvents: snapshot.droppedEvents,
    instrumentedMethods: snapshot.instrumentedMethods,
    calledMethods: called,
    instrumentedPerCalled: instrumentedPerCalled(snapshot.instrumentedMethods, called),
    instrumentation: snapshot.instrumentation,
    timeline: snapshot.timeline,
    overhead: { probeNs: Math.round(probeNs), programNs: Math.round(programNs) },
    reasons: instrumentationByReason(snapshot.methods, results.hot),
    classes: instrumentationByClass(snapshot.methods, results.hot).map(({ className, ...counts }) => ({
      class: className,
      ...counts,
    })),
  });
  yield `${head.slice(0, -1)},\n"threads":[`;
  for (const [i, { id, name, tree }] of results.threads.entries()) {
    const { cpu } = snapshot.threads[i];
    const ran = cpu === undefined ? '' : `,"cpu":${JSON.stringify(cpu)}`;
    yield `${i === 0 ? '' : ','}\n{"id":${id},"name":${JSON.stringify(name)}${ran},"tree":`;
    yield* nodeParts(tree, name, results.methods, order, null, form, true);
    yield '}';
  }
  yield '],\n"methods":[';
  yield* methodParts(
    results,
    ownColumn(snapshot.clock),
    new Map(overheads.map((method) => [method.methodId, method.probeNs])),
  );
  yield ']}\n';
}

function* methodParts(
  { hot, methods }: RecordingResults,
  column: 'self' | 'calls',
  probeNsOf: ReadonlyMap<number, number>,
): Generator<string> {
  const namesOf = methodNames(methods);
  const compare = rowComparator(hot, methods.nameRanks, { column, ascending: false });
  const [totalCallsOf, furtherOf] = [totalCallsField(hot), furtherFields(hot)];
  const rows = Int32Array.from({ length: hot.length }, (_, row) => row).sort(compare);
  for (const [i, row] of rows.entries()) {
    const times = `"selfNs":${Math.round(hot.selfNs[row])},"totalNs":${Math.round(hot.totalNs[row])}`;
    const probes = `,"probeNs":${Math.round(probeNsOf.get(hot.method[row]) ?? 0)}${timedField(hot.counted[row])}`;
    yield `${i === 0 ? '' : ','}\n{${namesOf(hot.method[row])},"calls":${hot.calls[row]}${totalCallsOf(row)},${times}${probes}${furtherOf(row)}}`;
  }
}
