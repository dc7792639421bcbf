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

/** @param root its name */
export function chargedTo(root: string, { clock, threads }: Report): Charged {
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
