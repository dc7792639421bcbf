import type { CctTable } from '../../cct/cctTable.ts';
import type { ContextIndex } from '../../cct/contextIndex.ts';
import { SAMPLES } from '../../metrics/furtherMetrics.ts';
import type { MethodInfo } from '../../naming/methodInfo.ts';
import type { RecordedThread, Snapshot } from '../snapshot.ts';

/** Samples of a bare program at the contexts of a recording. */
export interface PlacedSamples {
  /** context -> samples of which it is the innermost measured one */
  readonly own: Float64Array;
  /** Of all threads. */
  readonly samples: number;
  /** Those within a root. */
  readonly inRoot: number;
  /** Of them, those with a call in between that the recording does not have there: they are their nearest caller's. */
  readonly astray: number;
  /** Of threads with samples within a root: all their samples, and what they ran meanwhile; 0 where that is not known. */
  readonly busySamples: number;
  /** Their ids. */
  readonly busyThreads: readonly number[];
  readonly busyNs: number;
}

type Keyed = Pick<MethodInfo, 'className' | 'name' | 'descriptor'>;

/**
 * Lays the stacks of a sampling on the tree of a recording, frame by frame from the outermost root on. Methods without probes are
 * passed over, so their time is their nearest measured caller's, as in the recording itself.
 *
 *     sampled: main run order get add        recorded: run        the sample is at run > order > add
 *                   root      JDK                       └ order
 *                                                          └ add
 *
 * O(contexts of the sampling).
 * @param contexts of all threads of the recording together
 * @param calls context -> calls
 */
export function placedSamples(
  { threads, methods }: Pick<Snapshot, 'threads' | 'methods'>,
  contexts: ContextIndex,
  calls: Float64Array,
  recordedMethods: readonly MethodInfo[],
): PlacedSamples {
  const idOf = new Map(recordedMethods.map((method) => [keyOf(method), method.id as number]));
  const recordedId = new Map(
    methods.map((method) => [method.id as number, idOf.get(keyOf(method)) ?? NOT_RECORDED]),
  );
  const isCalled = new Set<number>();
  for (let node = 1; node < contexts.count; node++) if (calls[node] > 0) isCalled.add(contexts.method[node]);
  const own = new Float64Array(contexts.count);
  const busyThreads: number[] = [];
  const sums = { samples: 0, inRoot: 0, astray: 0, busySamples: 0, busyNs: 0 };
  for (const thread of threads) {
    const placed = placeThread(thread.table, contexts, recordedId, isCalled, own);
    sums.samples += placed.samples;
    sums.inRoot += placed.inRoot;
    sums.astray += placed.astray;
    if (placed.inRoot === 0 || !(ranNs(thread) > 0)) continue;
    busyThreads.push(thread.id);
    sums.busySamples += placed.samples;
    sums.busyNs += ranNs(thread);
  }
  return { own, busyThreads, ...sums };
}

const NOT_RECORDED = -1;

function ranNs({ cpu }: RecordedThread): number {
  return cpu?.ranNs ?? 0;
}

function placeThread(
  { length, method, parent, more }: CctTable,
  contexts: ContextIndex,
  recordedId: ReadonlyMap<number, number>,
  isCalled: ReadonlySet<number>,
  own: Float64Array,
): { readonly samples: number; readonly inRoot: number; readonly astray: number } {
  const counts = more?.get(SAMPLES) ?? new Float64Array(length);
  const at = new Int32Array(length); // node of the sampling -> context; 0: not within a root yet
  const isAstray = new Uint8Array(length);
  let [samples, inRoot, astray] = [0, 0, 0];
  for (let node = 1; node < length; node++) {
    const caller = at[parent[node]];
    const id = recordedId.get(method[node]) ?? NOT_RECORDED;
    const context = id === NOT_RECORDED ? 0 : contexts.find(caller, id);
    at[node] = context === 0 ? caller : context;
    const isLost = context === 0 && caller !== 0 && isCalled.has(id);
    isAstray[node] = isLost ? 1 : isAstray[parent[node]];
    samples += counts[node];
    if (at[node] === 0) continue;
    inRoot += counts[node];
    if (isAstray[node] === 1) astray += counts[node];
    own[at[node]] += counts[node];
  }
  return { samples, inRoot, astray };
}

function keyOf({ className, name, descriptor }: Keyed): string {
  return `${className} ${name} ${descriptor}`;
}
