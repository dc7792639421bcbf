import { readFile } from 'node:fs/promises';
import { decodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { reportJson } from '../../shared/report/reportJson.ts';
import type { RecordedMethod } from './ranking.ts';

/** What `sluice report --format json` says (docs/formats.md); what the benchmark takes of it. */
export interface Report {
  readonly clock: string;
  readonly threads: readonly { readonly tree: { readonly children: readonly Node[] } }[];
  readonly methods: readonly RecordedMethod[];
  readonly losses: readonly string[];
  readonly instrumentedMethods: number;
  readonly calledMethods: number;
  readonly instrumentation: {
    readonly swapMs: number;
    readonly hotSwaps: number;
    readonly analysisMs: number;
  };
  readonly overhead: { readonly probeNs: number };
}

/** A context of the report. */
interface Node {
  readonly method: string;
  readonly totalNs: number;
  readonly errorNs: number;
  readonly children: readonly Node[];
}

/** What the root method is charged with, and the bound of its error; null where nothing is timed. */
export interface Charged {
  readonly chargedMs: number | null;
  readonly chargedErrorMs: number | null;
}

/** What a recording says of the work that it was made of. */
export interface Recorded extends Charged {
  readonly calls: number;
  readonly methods: readonly RecordedMethod[];
  /** Why the numbers are not all there; "" when they are. */
  readonly incomplete: string;
  readonly instrumented: number;
  readonly called: number;
  /** Of the tool and of the JVM, since the recording began: rewriting and swapping. */
  readonly swaps: number;
  readonly swapMs: number;
  readonly analysisMs: number;
  /** What the probes cost, as calibrated. */
  readonly probeMs: number;
}

/** @param root its pattern: pkg.Class::method(Types) */
export async function recordedIn(file: string, root: string): Promise<Recorded> {
  const snapshot = decodeSnapshot(new Uint8Array(await readFile(file)));
  const report = JSON.parse([...reportJson(snapshot)].join('')) as Report;
  return {
    ...chargedTo(root.replace(/^.*::/, '').replace(/\(.*/, ''), report),
    calls: report.methods.reduce((total, { calls }) => total + calls, 0),
    methods: report.methods,
    incomplete: report.losses.join(', '),
    instrumented: report.instrumentedMethods,
    called: report.calledMethods,
    swaps: report.instrumentation.hotSwaps,
    swapMs: report.instrumentation.swapMs,
    analysisMs: report.instrumentation.analysisMs,
    probeMs: report.overhead.probeNs / 1e6,
  };
}

/** @param root its name */
function chargedTo(root: string, { clock, threads }: Report): Charged {
  if (clock === 'none') return { chargedMs: null, chargedErrorMs: null };
  const roots = threads.flatMap(({ tree }) => tree.children).filter(({ method }) => method === root);
  const sumMs = (of: (node: Node) => number): number =>
    roots.reduce((total, node) => total + of(node), 0) / 1e6;
  return { chargedMs: sumMs(({ totalNs }) => totalNs), chargedErrorMs: sumMs(totalErrorNs) };
}

/** Bounds of the errors of self times add up: calibrations err to one side. */
function totalErrorNs(root: Node): number {
  const open = [root];
  let sum = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    sum += node.errorNs;
    open.push(...node.children);
  }
  return sum;
}
