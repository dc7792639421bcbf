/** Methods with a smaller part of either phase are judged together. */
const JUDGED_SHARE = 0.01;
/** Fewer expected samples say nothing by themselves. */
const LEAST_EXPECTED = 5;
/** In standard normal deviations: chance alone does that once in a thousand times. */
const UNLIKELY = 3.1;
/** Samples that follow each other are alike, which chi-square does not know: a smaller part is not told. */
const TOLD_SHARE = 0.05;
const MOST_METHODS = 3;

export interface PhaseDifference {
  /** Of the time: so much is at other methods in the second phase. */
  readonly share: number;
  /** Ids of the methods that differ most, with their parts of both phases. */
  readonly methods: readonly { readonly method: number; readonly before: number; readonly after: number }[];
}

/**
 * Whether two samplings of one program found it at the same work: chi-square over the methods that have a part in it.
 * @param before method -> samples
 * @returns null: nothing speaks against it
 */
export function phaseDifference(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): PhaseDifference | null {
  const [allBefore, allAfter] = [sum(before), sum(after)];
  if (allBefore === 0 || allAfter === 0) return null;
  const shares = [...new Set([...before.keys(), ...after.keys()])].map((method) => ({
    method,
    before: (before.get(method) ?? 0) / allBefore,
    after: (after.get(method) ?? 0) / allAfter,
  }));
  const large = shares.filter((each) => Math.max(each.before, each.after) >= JUDGED_SHARE);
  const rest = { method: -1, before: 1, after: 1 };
  for (const each of large) {
    rest.before -= each.before;
    rest.after -= each.after;
  }
  let chiSquare = 0;
  let cells = 0;
  for (const each of [...large, rest]) {
    const pooled = (each.before * allBefore + each.after * allAfter) / (allBefore + allAfter);
    if (pooled * Math.min(allBefore, allAfter) < LEAST_EXPECTED) continue;
    cells++;
    chiSquare +=
      ((each.before - pooled) ** 2 / pooled) * allBefore + ((each.after - pooled) ** 2 / pooled) * allAfter;
  }
  const share = shares.reduce((total, each) => total + Math.abs(each.before - each.after), 0) / 2;
  const judgedShare =
    [...large, rest].reduce((total, each) => total + Math.abs(each.before - each.after), 0) / 2;
  if (cells < 2 || judgedShare < TOLD_SHARE || deviation(chiSquare, cells - 1) < UNLIKELY) return null;
  const methods = large
    .toSorted((a, b) => Math.abs(b.before - b.after) - Math.abs(a.before - a.after))
    .slice(0, MOST_METHODS);
  return { share, methods };
}

/** E. Wilson and M. Hilferty, PNAS 1931: the cube root of chi-square over its freedom is nearly normal. */
function deviation(chiSquare: number, freedom: number): number {
  const spread = 2 / (9 * freedom);
  return (Math.cbrt(chiSquare / freedom) - (1 - spread)) / Math.sqrt(spread);
}

function sum(counts: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
