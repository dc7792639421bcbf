import type { MethodId } from '../base/ids.ts';
import { budgetChoice } from './budgetChoice.ts';
import { formatPercent } from '../naming/formatNumbers.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { methodPattern } from '../naming/methodNames.ts';
import type { MethodOverhead, ProbeOverhead } from './probeOverhead.ts';

/** A moment shorter than this says little about the next. */
const SHORTEST_MOMENT_NS = 50e6;
/** While so many of the called methods are new, others will follow. */
const NEW_SHARE = 0.02;
/** A program is settled when its time for a call stays within this share ... */
const SETTLED_SHARE = 0.2;
/** ... for so many looks, ... */
const SETTLED_LOOKS = 4;
/** ... or after so many: what it does changes all the time. */
const MOST_LOOKS = 20;

/** What must happen to keep a budget. */
export interface BudgetStep {
  /** Probes over program, of a moment; null: it cannot be judged yet. */
  readonly overhead: number | null;
  /** To be switched off now, those first that cost most and tell least. */
  readonly switchOff: readonly MethodId[];
  /** What the overhead will be without them. */
  readonly expected: number;
}

const NOTHING: ProbeOverhead = { methods: [], probeNs: 0, programNs: 0 };
const NO_STEP: BudgetStep = { overhead: null, switchOff: [], expected: 0 };

/**
 * Keeps what the probes cost within a part of what the program takes beside them (JFluid, section 8: "emergency servicing").
 * What goes is chosen by exact counts (`budgetChoice`), as much as must go at once: each switch-off sends code back to the
 * interpreter, and code compiled in many steps stays slower than code compiled after one.
 *
 *     more methods are called for the first time    wait: what they call will come
 *     the program still gets faster                 act if it is far over the limit: it would only become more
 *     settled: the same time a call, look by look   act if it is over the limit
 *     something was switched off                    all of that anew
 */
export class OverheadBudget {
  readonly #limit: number;
  readonly #isRoot: (methodId: MethodId) => boolean;
  #results = NaN;
  /** What there was at the last look, and at the one before: a settled program is judged by both moments. */
  #last: ProbeOverhead = NOTHING;
  #lastButOne: ProbeOverhead = NOTHING;
  #steadyNsOfCall = NaN;
  #steadyLooks = 0;
  /** Since something was switched off, or the results began. */
  #looks = 0;

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
      this.#begin(NOTHING);
    }
    const moment = since(overhead, this.#last);
    if (moment.programNs + moment.probeNs < SHORTEST_MOMENT_NS) return NO_STEP;
    const known = this.#last.methods.length;
    const isGrowing = overhead.methods.length > (1 + NEW_SHARE) * known;
    const before = this.#lastButOne;
    this.#lastButOne = this.#last;
    this.#last = overhead;
    this.#looks++;
    const isSettled = this.#settles(moment);
    // What was switched off was there for a part of the first moment.
    if (this.#looks === 1 || (isGrowing && this.#looks < MOST_LOOKS)) return NO_STEP;
    const judged = isSettled ? since(overhead, before) : moment;
    const choice = budgetChoice(judged, this.#limit, isSettled, this.#isRoot);
    if (choice.switchOff.length > 0) this.#begin(overhead);
    return choice;
  }

  #begin(overhead: ProbeOverhead): void {
    this.#last = overhead;
    this.#lastButOne = overhead;
    this.#steadyNsOfCall = NaN;
    this.#steadyLooks = 0;
    this.#looks = 0;
  }

  /** @returns whether the program is settled, by this moment and those before */
  #settles({ methods, programNs }: ProbeOverhead): boolean {
    const nsOfCall = programNs / methods.reduce((sum, { calls }) => sum + calls, 1);
    if (Math.abs(nsOfCall / this.#steadyNsOfCall - 1) <= SETTLED_SHARE) this.#steadyLooks++;
    else {
      this.#steadyNsOfCall = nsOfCall;
      this.#steadyLooks = 0;
    }
    return this.#steadyLooks >= SETTLED_LOOKS || this.#looks >= MOST_LOOKS;
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

/**
 * What has come since. A call costs what it costs now: a calibration that is checked while it runs would otherwise charge the moment
 * with what it corrects of all calls before.
 */
function since(now: ProbeOverhead, before: ProbeOverhead): ProbeOverhead {
  const earlier = new Map(before.methods.map((method) => [method.methodId, method]));
  const methods = now.methods.map((method) => sinceThen(method, earlier.get(method.methodId)));
  const probeNs = methods.reduce((sum, method) => sum + method.probeNs, 0);
  const corrected = now.probeNs - before.probeNs - probeNs;
  return { methods, probeNs, programNs: now.programNs - before.programNs + corrected };
}

function sinceThen(now: MethodOverhead, before: MethodOverhead | undefined): MethodOverhead {
  if (before === undefined || now.calls === 0) return now;
  const calls = now.calls - before.calls;
  const selfNs = now.selfNs === null ? null : now.selfNs - (before.selfNs ?? 0);
  return { ...now, calls, selfNs, probeNs: (calls * now.probeNs) / now.calls };
}
