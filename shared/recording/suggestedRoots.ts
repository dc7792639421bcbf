import type { ExactTree } from '../cct/cctTable.ts';
import type { CodeOwners } from './codeOwners.ts';

/** Less of the work than that is not worth a recording. */
const LEAST_SHARE = 0.01;
/** A method hands its work on if one that it calls has so much of it. */
const HANDED_ON = 0.9;

export interface SuggestedRoot {
  readonly methodId: number;
  /** Of all the work, what it and its callees had: 0 to 1. */
  readonly share: number;
}

/**
 * Methods that a recording of calls could begin with, those with the most work first: where a library first enters the program's own code,
 * then, of all that is not the JDK's, those whose work forks. One that hands it on to another that calls more is a link of a chain.
 * What a thread entered outermost is left out where anything is below it: main and the loops of threads are entered once, and a
 * recording sees no call of them.
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
export function suggestedRoots(tree: ExactTree, { isCore, isOwn }: CodeOwners): readonly SuggestedRoot[] {
  const { length, method, parent, totalNs } = tree;
  const nearest = new Int32Array(length); // the nearest node above that is not the JDK's, 0 if there is none
  const inOwn = new Uint8Array(length); // 1: it is own code, or below some
  const [inner, outermost, entered] = [new Sums(), new Sums(), new Sums()];
  const below = new Map<number, Sums>();
  for (let node = 1; node < length; node++) {
    const above = parent[node];
    const caller = (nearest[node] = above === 0 || !isCore(method[above]) ? above : nearest[above]);
    const id = method[node];
    inOwn[node] = isOwn(id) ? 1 : inOwn[above];
    if (isCore(id)) continue;
    if (caller > 0) sumsOf(below, method[caller]).add(id, totalNs[node]);
    if (isRecursive(tree, node)) continue;
    (caller > 0 ? inner : outermost).add(id, totalNs[node]);
    if (caller > 0 && isOwn(id) && inOwn[above] === 0) entered.add(id, totalNs[node]);
  }
  const candidates = inner.size > 0 ? inner : outermost;
  const isLink = (id: number, ns: number): boolean => {
    const [next, nextNs] = below.get(id)?.largest() ?? [id, 0];
    return next !== id && nextNs >= HANDED_ON * ns && below.has(next);
  };
  const forks = candidates.ranked().filter(([id, ns]) => !entered.has(id) && !isLink(id, ns));
  return [...entered.ranked(), ...forks]
    .filter(([, ns]) => ns >= LEAST_SHARE * totalNs[0])
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
