import type { DiffTree } from '../analysis/diffTrees.ts';
import { RecordingDiff } from '../compare/recordingDiff.ts';
import { countsCalls } from '../events/clock.ts';
import { formatMeanInText, SEPARATOR } from '../naming/formatNumbers.ts';
import type { NameStyle } from '../naming/methodNames.ts';
import type { Finding, FindingRule } from './finding.ts';

/** Of one comparison: those that have most more come first. */
const MOST_TOLD = 5;
/** Calls per root call that A has none of. */
const LEAST_NEW = 10;

/** Of two recordings: a context has many more calls than before, and what calls it has not. */
export const GROWN_CALLS: FindingRule = {
  id: 'grown-calls',
  title: 'A method is called several times as often as before',
  threshold: 2,
  isOf: ({ clock }, before) => before !== null && countsCalls(clock) && countsCalls(before.clock),
  find: ({ snapshot, before, names }) =>
    before === null
      ? []
      : grownCalls(new RecordingDiff({ name: 'A', snapshot: before }, { name: 'B', snapshot }), names),
};

/** Of what is below such a context nothing is told: it grew with it. O(nodes). */
export function grownCalls(diff: RecordingDiff, names: NameStyle): readonly Finding[] {
  const { a, b, methods } = diff;
  const nameOf = methods.namer(names);
  const exactly =
    a.snapshot.complete && b.snapshot.complete
      ? 'counted exactly'
      : 'at least: one recording is not complete';
  const { tree } = diff.compared();
  return grownIn(tree, perRootCall(diff))
    .slice(0, MOST_TOLD)
    .map(({ node, before, after }): Finding => {
      const name = nameOf(tree.a.method[node]);
      const parent = tree.a.parent[node];
      const caller = parent === 0 ? 'what is not recorded' : nameOf(tree.a.method[parent]);
      const [was, is] = [before, after].map((count) => formatMeanInText(count, SEPARATOR));
      const times = before === 0 ? null : after / before;
      const grew =
        times === null
          ? 'never before'
          : `${was} before: ${formatMeanInText(times, SEPARATOR)} times as often`;
      return {
        text: `${name} is called ${is} times per root call by ${caller}, ${grew} (${exactly}).`,
        row: name,
        view: 'tree',
        ...{ share: null, shareError: null, times },
      };
    });
}

interface Grown {
  readonly node: number;
  /** Calls per root call. */
  readonly before: number;
  readonly after: number;
}

function grownIn({ a, b }: DiffTree, per: Readonly<Record<'a' | 'b', number>>): readonly Grown[] {
  const isGrown = new Uint8Array(a.length);
  const grown: Grown[] = [];
  for (let node = 1; node < a.length; node++) {
    const [before, after] = [a.calls[node] * per.a, b.calls[node] * per.b];
    const isWithin = isGrown[a.parent[node]] === 1;
    const hasGrown =
      before === 0 ? after >= LEAST_NEW : after >= GROWN_CALLS.threshold * before && after >= before + 1; // one more in a thousand root calls is no news
    isGrown[node] = isWithin || hasGrown ? 1 : 0;
    if (hasGrown && !isWithin) grown.push({ node, before, after });
  }
  return grown.sort((x, y) => y.after - y.before - (x.after - x.before) || x.node - y.node);
}

/** What turns compared calls into calls per root call; 0: a recording has no root call, and nothing can be told. */
function perRootCall({ units, extents: { a, b } }: RecordingDiff): Readonly<Record<'a' | 'b', number>> {
  return a.rootCalls > 0 && b.rootCalls > 0
    ? { a: units.a / a.rootCalls, b: units.b / b.rootCalls }
    : { a: 0, b: 0 };
}
