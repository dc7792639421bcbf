/** How many methods are compared: what somebody looks at first. */
export const HOTTEST = 10;

/** Methods as `package.Class.method`, overloads together. */
export interface Hottest {
  /** By self time, most first; at most HOTTEST. */
  readonly methods: readonly string[];
  /** All that were called and timed: a sampler's time in other methods is that of who called them. */
  readonly timed: ReadonlySet<string>;
  /** Of the hottest, self time of a call in the mean, the shortest of them, ns. */
  readonly shortestCallNs: number;
}

export interface RecordedMethod {
  readonly class: string;
  readonly method: string;
  readonly calls: number;
  readonly selfNs: number;
  /** Present where the calls were only counted. */
  readonly timed?: false;
}

export function hottestRecorded(methods: readonly RecordedMethod[]): Hottest {
  const sums = new Map<string, { calls: number; selfNs: number }>();
  for (const { class: owner, method, calls, selfNs, timed } of methods) {
    if (timed === false) continue;
    const name = `${owner}.${method}`;
    const sum = sums.get(name) ?? { calls: 0, selfNs: 0 };
    sums.set(name, { calls: sum.calls + calls, selfNs: sum.selfNs + selfNs });
  }
  const ranked = [...sums].sort(([, a], [, b]) => b.selfNs - a.selfNs).slice(0, HOTTEST);
  return {
    methods: ranked.map(([name]) => name),
    timed: new Set(sums.keys()),
    shortestCallNs: Math.min(...ranked.map(([, { calls, selfNs }]) => selfNs / calls)),
  };
}

/**
 * The same by samples, of the bare program.
 * @param stacks a line each: `a.B.outer;a.C.inner;java.lang.String.hashCode 12`, the number of samples last
 * @param timed samples count for the innermost of these, as the call tree charges them
 */
export function hottestSampled(stacks: string, root: string, timed: ReadonlySet<string>): string[] {
  const samples = new Map<string, number>();
  for (const line of stacks.split('\n')) {
    const end = line.lastIndexOf(' ');
    const frames = line.slice(0, end).split(';');
    const begin = frames.indexOf(root);
    if (begin < 0) continue;
    const inner = frames.slice(begin).findLast((frame) => timed.has(frame)) ?? root;
    samples.set(inner, (samples.get(inner) ?? 0) + Number(line.slice(end + 1)));
  }
  return [...samples]
    .sort(([, a], [, b]) => b - a)
    .slice(0, HOTTEST)
    .map(([name]) => name);
}

export function inCommon(some: readonly string[], others: readonly string[]): number {
  return some.filter((name) => others.includes(name)).length;
}
