import type { HotMethods } from '../cct/hotMethods.ts';
import type { MethodInfo } from './methodInfo.ts';

/** What it took to instrument the methods of a recording. */
export interface InstrumentationCost {
  /** Classes with at least one probe. */
  readonly classes: number;
  /** How often the JVM stopped to swap classes, at most 200 at once; classes that load get their probes without. */
  readonly hotSwaps: number;
  /** What the swaps took, all together; rewriting the classes is in it. */
  readonly swapMs: number;
  /** What the tool took to read classes, to work out what can be called, and to rewrite. */
  readonly analysisMs: number;
}

/** The methods of all classes of one name. */
export interface ClassInstrumentation {
  readonly className: string;
  /** Found to belong to the call subgraph. */
  readonly planned: number;
  /** Carried probes. */
  readonly instrumented: number;
  /** Called at least once in the subgraph. */
  readonly called: number;
}

/** By class: those first that carried most probes for nothing. */
export function instrumentationByClass(
  methods: Iterable<MethodInfo>,
  hot: Pick<HotMethods, 'length' | 'method' | 'calls'>,
): readonly ClassInstrumentation[] {
  const called = new Set<number>();
  for (let row = 0; row < hot.length; row++) if (hot.calls[row] > 0) called.add(hot.method[row]);
  const rows = new Map<
    string,
    { className: string; planned: number; instrumented: number; called: number }
  >();
  for (const { id, className, refused } of methods) {
    let row = rows.get(className);
    if (row === undefined) rows.set(className, (row = { className, planned: 0, instrumented: 0, called: 0 }));
    row.planned++;
    if (refused !== true) row.instrumented++;
    if (called.has(id)) row.called++;
  }
  const wasted = ({ instrumented, called: calledOnes }: ClassInstrumentation): number =>
    instrumented - calledOnes;
  return [...rows.values()].sort(
    (a, b) =>
      wasted(b) - wasted(a) ||
      b.instrumented - a.instrumented ||
      (a.className < b.className ? -1 : a.className > b.className ? 1 : 0),
  );
}

/** The paper's measure of a scheme: methods that carried probes for each that was called; null when none was. */
export function instrumentedPerCalled(instrumented: number, called: number): number | null {
  return called === 0 ? null : instrumented / called;
}

/** With the letters that two of them have in the JFluid paper. */
export const SCHEME_TITLE: Readonly<Record<'lazy' | 'eager' | 'everything', string>> = {
  eager: 'A (eager)',
  lazy: 'B (lazy)',
  everything: 'everything',
};
