import type { Calibration, ExactTree } from './cctTable.ts';

/** Of fewer calls, those that are open now count too much. */
const FEWEST_CALLS = 20;
/**
 * Ns for each stretch. More was never measured of probes alone (docs/decisions/warm-programs.md: 12 ns a call, which is two
 * stretches): then the program does another work than it did bare.
 */
const MOST_NS = 15;
/** The same where the interpreter runs the probes, before their methods are compiled. */
const MOST_UNCOMPILED_NS = 150;
/** A step that moves x by less would move nothing that is shown. */
const NEAR_ENOUGH_NS = 0.001;
/** Beside work that waits for memory a pair was seen to cost 0.7 ns less; much less: the bare root was timed before it was compiled. */
const LEAST_NS = -3;
/** Near enough to what a call took bare. */
const NEAR_ENOUGH_SHARE = 0.02;
/** A step should leave nothing; where it leaves more than this share, no further one would help. */
const STUCK_SHARE = 0.75;
const MOST_STEPS = 12;

/**
 * Calibration on the program itself. The loop in which probes are calibrated is small and hot; in a program they also keep HotSpot from
 * inlining, and fill its caches. What the root took bare is known (BareRoot), so is what it is charged with; what there is too much is
 * laid on the stretches between two events, the same on each:
 *
 *     t_I' = t_I + x,   t_O' = t_O + x         x = contextNs, such that   sum(totalNs of the root) = its calls * bare mean
 *
 * A node's time never falls below 0, so the sum is convex in x and each step below is one of Newton's: over the stretches of the nodes
 * that have time left. x may be negative: beside work that waits for memory a clock read costs less than in a loop.
 * One x for all threads: a single one may do more work in a call than others.
 */
export class ContextCalibration {
  readonly #bareNs: number;
  #contextNs = 0;
  /** Of the step before, with its x: how much the root was charged with too much. */
  #lastNs: { readonly contextNs: number; readonly tooMuchNs: number } | null = null;
  /** So often the root must be called before it is tried again: probes could not be why. */
  #tryAgainAt = FEWEST_CALLS;
  #calls = 0;

  /** @param bareNs what a call of the root took bare, in the mean */
  constructor(bareNs: number) {
    this.#bareNs = bareNs;
  }

  /** The calibration with x in it; without, while it is not known. The doubt is as large as x: what it is of a single node, nobody knows. */
  applied(loop: Calibration): Calibration {
    const contextNs = this.#applicable(loop);
    if (contextNs === 0) return loop;
    const doubtNs = Math.abs(contextNs);
    return {
      ...loop,
      contextNs,
      innerNs: loop.innerNs + contextNs,
      outerNs: loop.outerNs + contextNs,
      spreadNs: loop.spreadNs + doubtNs,
      ...(loop.pausedPairNs === 0
        ? {}
        : {
            pausedPairNs: Math.max(0, loop.pausedPairNs + 2 * contextNs),
            pausedSpreadNs: loop.pausedSpreadNs + 2 * doubtNs,
          }),
      ...(loop.starvedPairNs === 0 ? {} : { starvedPairNs: loop.starvedPairNs + 2 * contextNs }),
    };
  }

  /**
   * One step nearer. O(nodes), a few ns each.
   * @param trees of all threads, or one of them all together, their times made by `applied(loop)`
   * @param isRoot MethodId -> whether it is the root that was timed
   * @returns whether another step would move something
   */
  step(trees: readonly ExactTree[], isRoot: (method: number) => boolean, loop: Calibration): boolean {
    let calls = 0;
    let chargedNs = 0;
    let stretches = 0;
    for (const tree of trees) {
      for (let node = 1; node < tree.length; node++) {
        if (tree.counted[node] === 1) continue;
        const above = tree.parent[node];
        if (tree.selfNs[node] > 0) stretches += tree.calls[node];
        if (above === 0) {
          if (!isRoot(tree.method[node])) continue;
          calls += tree.calls[node];
          chargedNs += tree.totalNs[node];
        } else if (tree.selfNs[above] > 0) {
          stretches += tree.calls[node];
        }
      }
    }
    if (calls < this.#calls) this.#tryAgainAt = FEWEST_CALLS; // the results begin anew
    this.#calls = calls;
    if (calls < this.#tryAgainAt || stretches === 0) return false;
    const before = this.#applicable(loop);
    const tooMuchNs = chargedNs - calls * this.#bareNs;
    const contextNs = Math.max(-leastHalfNs(loop), before + tooMuchNs / stretches);
    const isPlausible =
      contextNs >= LEAST_NS && contextNs <= MOST_NS + loop.compilingShare * MOST_UNCOMPILED_NS;
    const fits = isPlausible && !this.#isStuck(before, tooMuchNs / calls);
    this.#lastNs = fits ? { contextNs: before, tooMuchNs: tooMuchNs / calls } : null;
    this.#contextNs = fits ? contextNs : 0;
    if (!fits) this.#tryAgainAt = 2 * calls;
    return fits && Math.abs(contextNs - before) > NEAR_ENOUGH_NS;
  }

  /** A larger x has taken hardly anything out: what is too much is in few stretches, as waits are. @param tooMuchNs of a call */
  #isStuck(contextNs: number, tooMuchNs: number): boolean {
    const last = this.#lastNs;
    if (last === null || contextNs <= last.contextNs || tooMuchNs <= NEAR_ENOUGH_SHARE * this.#bareNs)
      return false;
    return tooMuchNs > last.tooMuchNs * STUCK_SHARE;
  }

  #applicable(loop: Calibration): number {
    return Math.max(-leastHalfNs(loop), this.#contextNs);
  }
}

/**
 * All steps at once, for trees that do not grow.
 * @param exact the trees with their times by a calibration; the columns of a tree may be the same ones at each call
 * @returns the calibration on the program; as it is in the loop where no plausible one explains what the root took bare
 */
export function calibratedOn(
  exact: (calibration: Calibration) => readonly ExactTree[],
  isRoot: (method: number) => boolean,
  loop: Calibration,
  bareNs: number,
): Calibration {
  const context = new ContextCalibration(bareNs);
  for (let step = 0; step < MOST_STEPS; step++) {
    if (!context.step(exact(context.applied(loop)), isRoot, loop)) break;
  }
  return context.applied(loop);
}

/** No half of a pair costs less than nothing. */
function leastHalfNs({ innerNs, outerNs }: Calibration): number {
  return Math.min(innerNs, outerNs);
}
