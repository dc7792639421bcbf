import type { HotMethods } from '../../cct/hotMethods.ts';
import { REACH_REASONS, type ReachReason } from '../../messages/reachReason.ts';
import type { MethodInfo } from '../../naming/methodInfo.ts';
import type { SchemeName } from './options.ts';

/** What it took to instrument the methods of a recording. */
export interface InstrumentationCost {
  /** Classes with at least one probe. */
  readonly classes: number;
  /** How often the JVM stopped to swap classes, 200 at once, or more where they are tens of thousands; classes that load get their probes without. */
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

/** The methods that came into the subgraph for one reason. */
export interface ReasonInstrumentation {
  readonly reason: ReachReason;
  readonly instrumented: number;
  readonly called: number;
}

/** By class: those first that carried most probes for nothing. */
export function instrumentationByClass(
  methods: Iterable<MethodInfo>,
  hot: Pick<HotMethods, 'length' | 'method' | 'calls'>,
): readonly ClassInstrumentation[] {
  const groups = grouped(methods, calledMethods(hot), ({ className }) => className);
  return [...groups]
    .map(([className, counts]) => ({ className, ...counts }))
    .sort(
      (a, b) =>
        wasted(b) - wasted(a) ||
        b.instrumented - a.instrumented ||
        (a.className < b.className ? -1 : a.className > b.className ? 1 : 0),
    );
}

/** By what made them part of the subgraph, in the order of REACH_REASONS; empty when a recording does not say. */
export function instrumentationByReason(
  methods: Iterable<MethodInfo>,
  hot: Pick<HotMethods, 'length' | 'method' | 'calls'>,
): readonly ReasonInstrumentation[] {
  const groups = grouped(methods, calledMethods(hot), ({ reason }) => reason);
  return REACH_REASONS.flatMap((reason) => {
    const counts = groups.get(reason);
    return counts === undefined ? [] : [{ reason, instrumented: counts.instrumented, called: counts.called }];
  });
}

interface Counts {
  planned: number;
  instrumented: number;
  called: number;
}

function grouped<Key>(
  methods: Iterable<MethodInfo>,
  called: ReadonlySet<number>,
  keyOf: (method: MethodInfo) => Key,
): Map<Key, Counts> {
  const groups = new Map<Key, Counts>();
  for (const method of methods) {
    const key = keyOf(method);
    let counts = groups.get(key);
    if (counts === undefined) groups.set(key, (counts = { planned: 0, instrumented: 0, called: 0 }));
    counts.planned++;
    if (method.refused !== true) counts.instrumented++;
    if (called.has(method.id)) counts.called++;
  }
  return groups;
}

function calledMethods({
  length,
  method,
  calls,
}: Pick<HotMethods, 'length' | 'method' | 'calls'>): Set<number> {
  const called = new Set<number>();
  for (let row = 0; row < length; row++) if (calls[row] > 0) called.add(method[row]);
  return called;
}

const wasted = ({ instrumented, called }: ClassInstrumentation): number => instrumented - called;

/** The paper's measure of a scheme: methods that carried probes for each that was called; null when none was. */
export function instrumentedPerCalled(instrumented: number, called: number): number | null {
  return called === 0 ? null : instrumented / called;
}

/** With the letters that two of them have in the JFluid paper. */
export const SCHEME_TITLE: Readonly<Record<SchemeName, string>> = {
  eager: 'A (eager)',
  lazy: 'B (lazy)',
  everything: 'everything',
};

export const REASON_TITLE: Readonly<Record<ReachReason, string>> = {
  root: 'root',
  call: 'a call ends in it',
  dispatch: 'one of several that the receiver of a call may choose',
  callback: 'left-out code may call it back',
  initializer: 'static initialiser',
  reflection: 'reflection may find it',
  unsettled: 'its class came before its supertypes',
};
