import type { MethodId } from '../base/ids.ts';
import { formatPercent } from './formatNumbers.ts';
import type { MethodInfo } from './methodInfo.ts';
import { methodPattern } from './methodNames.ts';
import type { MethodOverhead, ProbeOverhead } from './probeOverhead.ts';

/** What is left after switching off is well below the limit: each step stops the program, and sends code back to the interpreter. */
const AIM = 0.5;
/** In one step: the engine takes no longer list, and what costs most is among the first. */
const MOST_METHODS = 100;
/** A moment shorter than this says little about the next. */
const SHORTEST_MOMENT_NS = 50e6;

/** What must happen to keep a budget. */
export interface BudgetStep {
  /** Probes over program, of the moment since the step before; null: too little has happened. */
  readonly overhead: number | null;
  /** To be switched off now, those first that cost most and tell least. */
  readonly switchOff: readonly MethodId[];
  /** What the overhead would have been without them. */
  readonly expected: number;
}

/**
 * Keeps what the probes cost within a part of what the program takes beside them (JFluid, section 8: "emergency servicing").
 *
 *     probes / program, since the step before  >  limit   ->  methods whose probes go first, until what is left is 0.5 * limit
 *
 * A method goes early if its probes cost much, and more than it takes itself: its time stays in the caller, and little is lost.
 * Roots stay.
 */
export class OverheadBudget {
  readonly #limit: number;
  readonly #isRoot: (methodId: MethodId) => boolean;
  #results = NaN;
  #before: ReadonlyMap<MethodId, MethodOverhead> = new Map();
  #probeNs = 0;
  #programNs = 0;
  /** The moment in which the last ones went says nothing: they were there for a part of it. */
  #isChanging = false;

  /** @param limit probes over program: 0.1 is 10 % */
  constructor(limit: number, isRoot: (methodId: MethodId) => boolean) {
    this.#limit = limit;
    this.#isRoot = isRoot;
  }

  /**
   * @param overhead since the results began
   * @param results  their number, another one when they have begun anew: nothing came before
   */
  step(overhead: ProbeOverhead, results: number): BudgetStep {
    if (results !== this.#results) {
      this.#results = results;
      this.#before = new Map();
      this.#probeNs = 0;
      this.#programNs = 0;
    }
    const programNs = overhead.programNs - this.#programNs;
    const probeNs = overhead.probeNs - this.#probeNs;
    if (programNs + probeNs < SHORTEST_MOMENT_NS) return { overhead: null, switchOff: [], expected: 0 };
    const recent = overhead.methods.map((method) => since(method, this.#before.get(method.methodId)));
    this.#before = new Map(overhead.methods.map((method) => [method.methodId, method]));
    this.#probeNs = overhead.probeNs;
    this.#programNs = overhead.programNs;
    if (this.#isChanging) {
      this.#isChanging = false;
      return { overhead: null, switchOff: [], expected: 0 };
    }
    const ratioOf = (ns: number): number => ns / Math.max(1, programNs);
    let leftNs = probeNs;
    const switchOff: MethodId[] = [];
    if (ratioOf(leftNs) > this.#limit) {
      for (const { methodId, probeNs: cost } of inOrder(recent)) {
        if (ratioOf(leftNs) <= AIM * this.#limit || switchOff.length === MOST_METHODS) break;
        if (cost <= 0 || this.#isRoot(methodId)) continue;
        switchOff.push(methodId);
        leftNs -= cost;
      }
    }
    this.#isChanging = switchOff.length > 0;
    return { overhead: ratioOf(probeNs), switchOff, expected: ratioOf(leftNs) };
  }
}

/** What was too much, and what is switched off against it. */
export interface OverBudget {
  /** Of the probes over the program, 0.1 is 10 %: what is allowed, what it was, what it would have been without these. */
  readonly limit: number;
  readonly overhead: number;
  readonly expected: number;
  /** That name one method each. */
  readonly patterns: readonly string[];
}

/** @returns null: the budget is kept */
export function overBudget(
  { overhead, switchOff, expected }: BudgetStep,
  limit: number,
  methods: ReadonlyMap<MethodId, MethodInfo>,
): OverBudget | null {
  const patterns = switchOff.flatMap((id) => methods.get(id) ?? []).map(methodPattern);
  return overhead === null || patterns.length === 0 ? null : { limit, overhead, expected, patterns };
}

/** Two steps of one recording as one: from what it was before the first to what is left after the second. */
export function together(first: OverBudget, second: OverBudget): OverBudget {
  const patterns = [...new Set([...first.patterns, ...second.patterns])];
  return { ...second, overhead: first.overhead, patterns };
}

/** Names that are told; the rest is a number. */
const MOST_NAMES = 5;

/** "probes cost 20 % of ..." */
export function overBudgetText({ limit, overhead, expected, patterns }: OverBudget): string {
  const names = patterns.slice(0, MOST_NAMES).join(', ');
  const more = patterns.length > MOST_NAMES ? ` and ${patterns.length - MOST_NAMES} more` : '';
  return (
    `probes cost ${formatPercent(overhead, 1)} of the program's time, at most ${formatPercent(limit, 1)} is allowed: ` +
    `switched off ${names}${more}; without them ${formatPercent(expected, 1)}`
  );
}

/** @param text "10%" @returns 0.1; null: it is no percentage above 0 */
export function overheadLimitOf(text: string): number | null {
  const [, digits] = /^(\d{1,4}(?:\.\d{1,3})?) ?%$/.exec(text.trim()) ?? [];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits) / 100;
}

function since(now: MethodOverhead, before: MethodOverhead | undefined): MethodOverhead {
  if (before === undefined) return now;
  return {
    ...now,
    calls: now.calls - before.calls,
    probeNs: now.probeNs - before.probeNs,
    selfNs: now.selfNs === null ? null : now.selfNs - (before.selfNs ?? 0),
  };
}

/** Cost, weighted by how much of a call is the probe: a counted call tells nothing of time. */
function inOrder(methods: readonly MethodOverhead[]): readonly MethodOverhead[] {
  const weight = ({ probeNs, selfNs }: MethodOverhead): number =>
    probeNs === 0 ? 0 : probeNs * (probeNs / (probeNs + Math.max(0, selfNs ?? 0)));
  return [...methods].sort((a, b) => weight(b) - weight(a) || a.methodId - b.methodId);
}
