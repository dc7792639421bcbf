import type { ExactTree } from '../cct/cctTable.ts';
import { SAMPLES } from '../metrics/furtherMetrics.ts';
import type { CodeOwners } from './codeOwners.ts';

/** Less of the work than that is not worth a recording. */
const LEAST_SHARE = 0.01;
/** Of so few samples none says what a program does. */
const LEAST_SAMPLES = 10;
/** A method hands its work on if one that it calls has so much of it. */
const HANDED_ON = 0.9;

export interface SuggestedRoot {
  readonly methodId: number;
  /** Of all the work, what it and its callees had: 0 to 1. */
  readonly share: number;
}

/**
 * Methods that a recording of calls could begin with: those that answer requests, then where a library first enters the program's own
 * code, then, of all that is not the JDK's, those whose work forks; each with the most work first. One that hands its work on to another is
 * a link of a chain. Of a chain there is one at most, and the method at its end that calls nothing. What a thread entered outermost is
 * left out where anything is below it: main and the loops of threads are entered once, and a recording sees no call of them. What answers
 * requests is entered by each, also where a thread has nothing else.
 *
 *     Thread.run (core)             left out: core
 *      └ Worker.loop                left out: outermost
 *         └ Valve.invoke            left out: hands its work on
 *            └ Dispatcher.service   suggested, third: its work forks
 *               ├ Shop.order        suggested, first: own code is entered
 *               └ Shop.list         suggested, second
 *
 * @param tree sampled, all threads together
 */
export function suggestedRoots(
  tree: ExactTree,
  { isCore, isOwn, isHandler }: CodeOwners,
): readonly SuggestedRoot[] {
  const { length, method, parent, totalNs } = tree;
  if ((tree.metrics?.get(SAMPLES)?.total[0] ?? LEAST_SAMPLES) < LEAST_SAMPLES) return [];
  const nearest = new Int32Array(length); // the nearest node above that is not the JDK's, 0 if there is none
  const inOwn = new Uint8Array(length); // 1: it is own code, or below some
  const inHandler = new Uint8Array(length); // 1: it answers requests, or is below what does
  const [inner, outermost, entered, handlers] = [new Sums(), new Sums(), new Sums(), new Sums()];
  const below = new Map<number, Sums>();
  for (let node = 1; node < length; node++) {
    const above = parent[node];
    const caller = (nearest[node] = above === 0 || !isCore(method[above]) ? above : nearest[above]);
    const id = method[node];
    inOwn[node] = isOwn(id) ? 1 : inOwn[above];
    inHandler[node] = inHandler[above];
    if (isCore(id)) continue;
    if (isHandler(id)) inHandler[node] = 1;
    if (caller > 0) sumsOf(below, method[caller]).add(id, totalNs[node]);
    if (isRecursive(tree, node)) continue;
    const answers = inHandler[node] > inHandler[above];
    (caller > 0 || answers ? inner : outermost).add(id, totalNs[node]);
    if (caller > 0 && isOwn(id) && inOwn[above] === 0) entered.add(id, totalNs[node]);
    if (answers) handlers.add(id, totalNs[node]);
  }
  const candidates = inner.size > 0 ? inner : outermost;
  const chains = new Chains(candidates, below);
  const answering = handlers.ranked().filter(([id, ns]) => !chains.isLink(id, ns));
  const forks = candidates.ranked().filter(([id, ns]) => !chains.isLink(id, ns));
  const ranked = new Map([...answering, ...entered.ranked(), ...forks]);
  return chains
    .firstOfEach([...ranked].filter(([, ns]) => ns >= LEAST_SHARE * totalNs[0]))
    .map(([methodId, ns]) => ({ methodId, share: ns / totalNs[0] }));
}

/** Times by method, ns. */
class Sums extends Map<number, number> {
  add(methodId: number, ns: number): void {
    this.set(methodId, (this.get(methodId) ?? 0) + ns);
  }

  /** The largest first. */
  ranked(): [number, number][] {
    return [...this].sort(([a, x], [b, y]) => y - x || a - b);
  }

  largest(): [number, number] | undefined {
    return this.ranked()[0];
  }
}

/** Methods that hand nearly all their work on to one other, which has it from them alone. */
class Chains {
  readonly #all: Sums;
  readonly #below: ReadonlyMap<number, Sums>;

  /** @param below of each method what it calls, with the times of that */
  constructor(all: Sums, below: ReadonlyMap<number, Sums>) {
    this.#all = all;
    this.#below = below;
  }

  /** It hands its work on to a method that calls more. */
  isLink(id: number, ns: number): boolean {
    const [next, nextNs] = this.#below.get(id)?.largest() ?? [id, 0];
    return next !== id && nextNs >= HANDED_ON * ns && this.#below.has(next);
  }

  /** Of several of one chain the first, and the last if it calls nothing: that is where the work is. */
  firstOfEach(ranked: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
    const known = new Set<number>();
    return ranked.filter(([id]) => {
      const end = this.#endOf(id);
      const isFirst = !known.has(end);
      known.add(end);
      return isFirst || !this.#below.has(id);
    });
  }

  #endOf(id: number): number {
    const passed = new Set<number>();
    for (let at = id; ;) {
      passed.add(at);
      const [next, nextNs] = this.#below.get(at)?.largest() ?? [at, 0];
      const isHandedOn = [at, next].every((each) => nextNs >= HANDED_ON * (this.#all.get(each) ?? 0));
      if (!isHandedOn || passed.has(next)) return at;
      at = next;
    }
  }
}

function sumsOf(below: Map<number, Sums>, methodId: number): Sums {
  let sums = below.get(methodId);
  if (sums === undefined) below.set(methodId, (sums = new Sums()));
  return sums;
}

/** Below a call of itself: its time is in that one. O(depth) */
function isRecursive({ method, parent }: ExactTree, node: number): boolean {
  for (let above = parent[node]; above > 0; above = parent[above])
    if (method[above] === method[node]) return true;
  return false;
}
