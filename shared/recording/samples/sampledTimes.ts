import { ContextIndex } from '../../cct/contextIndex.ts';
import type { CctTable } from '../../cct/cctTable.ts';
import type { SampleSource } from '../../events/clock.ts';
import { noteText } from '../../messages/noteMessages.ts';
import { SAMPLED_TIME, SAMPLES } from '../../metrics/furtherMetrics.ts';
import { formatCount } from '../../naming/formatNumbers.ts';
import { methodName } from '../../naming/methodNames.ts';
import { MethodTable } from '../../naming/methodTable.ts';
import type { MethodInfo } from '../../naming/methodInfo.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import { phaseDifference } from './phaseDifference.ts';
import { placedSamples, type PlacedSamples } from './placedSamples.ts';
import { LINES_SET, sampledLines } from './sampledLines.ts';
import { sampledEstimate } from './sampledEstimate.ts';
import type { SampledPhase, SampledTimes } from '../sampledPhase.ts';
import type { RecordedThread, Snapshot } from '../snapshot.ts';

/** What was sampled of the bare program. */
export interface BareSampling {
  readonly phases: readonly { readonly when: SampledPhase['when']; readonly sampling: Snapshot }[];
  readonly rootCalls: CountedRoot | null;
}

/** Calls of the root in the bare program, counted for a while between its samples. */
export interface CountedRoot {
  readonly passes: number;
  readonly ms: number;
  /** What Java's threads ran meanwhile. */
  readonly threads: readonly { readonly id: number; readonly ranNs: number }[];
}

/** What of a recording its sampled times are made from. */
interface Recorded {
  readonly threads: readonly RecordedThread[];
  readonly methods: readonly MethodInfo[];
  readonly durationMs: number;
}

/** Less tell nothing of shares. */
const LEAST_SAMPLES = 100;
const TOLD_ASTRAY = 0.1;

/**
 * Sampled times of a recording: what its contexts take in the bare program for as many calls of the root as were recorded. Counts are
 * the recording's, so a time per call is sampled time over calls.
 *
 *     a sample = CPU time of the threads with samples in the root / their samples      nsPerSample of a phase
 *                x calls of the root recorded / calls of it while sampled
 *
 * A timer of the recorder takes fewer samples of a thread when many are at work, or when it has no core: their CPU time puts that right.
 */
export function withSampledTimes(
  { threads, methods, durationMs }: Recorded,
  { phases, rootCalls }: BareSampling,
): {
  readonly threads: readonly RecordedThread[];
  readonly sampledTimes: SampledTimes;
  readonly dataSets: readonly DataSet[];
  readonly notes: readonly string[];
} {
  const tree = new PooledTree(threads.map(({ table }) => table));
  const placed = phases.map(({ when, sampling }) => {
    const found = placedSamples(sampling, tree.contexts, tree.calls, methods);
    const source: SampleSource = sampling.clock === 'cpuSamples' ? 'cpuSamples' : 'samples';
    return {
      when,
      source,
      durationMs: sampling.durationMs,
      ...found,
      nsPerSample: weightOf(found, sampling),
    };
  });
  const own = new Float64Array(tree.contexts.count);
  for (const phase of placed) for (let node = 1; node < own.length; node++) own[node] += phase.own[node];
  const inRoot = total(placed, ({ inRoot }) => inRoot);
  const weight = inRoot === 0 ? 0 : total(placed, (phase) => phase.nsPerSample * phase.inRoot) / inRoot;
  // Without a call that began in the recording, or where nobody counted, it is by their lengths.
  const perCall =
    rootCalls === null || tree.rootCalls === 0 ? null : tree.rootCalls / callsSampled(rootCalls, placed);
  const nsPerSample = weight * (perCall ?? durationMs / total(placed, (phase) => phase.durationMs));
  const estimate = sampledEstimate(tree.contexts.method, tree.calls, own);
  const sampledTimes: SampledTimes = {
    nsPerSample,
    rootCallsPerSecond: rootCalls === null ? null : (rootCalls.passes * 1000) / rootCalls.ms,
    phases: placed.map((phase) => ({
      ...{ when: phase.when, source: phase.source, durationMs: phase.durationMs, samples: phase.samples },
      ...{ inRoot: phase.inRoot, astray: phase.astray, nsPerSample: phase.nsPerSample },
    })),
  };
  const notes = notesOn(sampledTimes, placed, tree, methods);
  if (inRoot === 0) return { threads, sampledTimes, dataSets: [], notes };
  const sets = phases.flatMap(({ sampling }) => sampling.dataSets.filter(({ id }) => id === LINES_SET));
  return {
    threads: tree.withColumns(threads, own, estimate, nsPerSample),
    sampledTimes,
    dataSets: sampledLines(sets, methods, nsPerSample),
    notes,
  };
}

/** All threads of a recording as one tree. */
class PooledTree {
  readonly contexts = new ContextIndex();
  readonly calls: Float64Array;
  readonly rootCalls: number;
  /** thread, node -> context */
  readonly #images: readonly Int32Array[];

  constructor(tables: readonly CctTable[]) {
    this.#images = tables.map(({ length, method, parent }) => {
      this.contexts.reserve(length);
      const image = new Int32Array(length);
      for (let node = 1; node < length; node++)
        image[node] = this.contexts.childOf(image[parent[node]], method[node]);
      return image;
    });
    this.calls = new Float64Array(this.contexts.count);
    let rootCalls = 0;
    tables.forEach(({ length, calls, parent }, i) => {
      for (let node = 1; node < length; node++) {
        this.calls[this.#images[i][node]] += calls[node];
        if (parent[node] === 0) rootCalls += calls[node];
      }
    });
    this.rootCalls = rootCalls;
  }

  /** Each thread has its part of a context by its calls of it: samples are of all threads together. */
  withColumns(
    threads: readonly RecordedThread[],
    own: Float64Array,
    estimate: Float64Array,
    nsPerSample: number,
  ): readonly RecordedThread[] {
    const isGiven = new Uint8Array(this.contexts.count); // a context without calls: the first thread has it
    return threads.map((thread, i) => {
      const { table } = thread;
      const sampledNs = new Float64Array(table.length);
      const samples = new Float64Array(table.length);
      for (let node = 1; node < table.length; node++) {
        const context = this.#images[i][node];
        const calls = this.calls[context];
        const part = calls > 0 ? table.calls[node] / calls : 1 - isGiven[context];
        isGiven[context] = 1;
        sampledNs[node] = Math.round(estimate[context] * part * nsPerSample);
        samples[node] = own[context] * part;
      }
      const more = new Map([...(table.more ?? []), [SAMPLED_TIME, sampledNs], [SAMPLES, samples]]);
      return { ...thread, table: { ...table, more } };
    });
  }

  /** method -> samples */
  byMethod(own: Float64Array): ReadonlyMap<number, number> {
    const sums = new Map<number, number>();
    for (let node = 1; node < own.length; node++) {
      if (own[node] === 0) continue;
      const method = this.contexts.method[node];
      sums.set(method, (sums.get(method) ?? 0) + own[node]);
    }
    return sums;
  }
}

/**
 * By the CPU time that a call of the root takes its threads, where that is known: a program that has to share its cores calls its root
 * now more, now less often.
 */
function callsSampled(
  { passes, ms, threads }: CountedRoot,
  placed: readonly (PlacedSamples & Pick<SampledPhase, 'durationMs'>)[],
): number {
  const busy = new Set(placed.flatMap(({ busyThreads }) => busyThreads));
  const ranNs = total(threads, (thread) => (busy.has(thread.id) ? thread.ranNs : 0));
  const sampledNs = total(placed, ({ busyNs }) => busyNs);
  if (ranNs > 0 && sampledNs > 0) return (passes * sampledNs) / ranNs;
  return (passes * total(placed, ({ durationMs }) => durationMs)) / ms;
}

function weightOf({ busySamples, busyNs }: PlacedSamples, { calibration }: Snapshot): number {
  return busySamples > 0 ? busyNs / busySamples : calibration.stepNs;
}

function notesOn(
  { rootCallsPerSecond, phases }: SampledTimes,
  placed: readonly (PlacedSamples & Pick<SampledPhase, 'when'>)[],
  tree: PooledTree,
  methods: readonly MethodInfo[],
): readonly string[] {
  const inRoot = total(phases, (phase) => phase.inRoot);
  const astray = total(phases, (phase) => phase.astray);
  if (inRoot === 0)
    return [noteText('sampledNothing', { samples: formatCount(total(phases, ({ samples }) => samples)) })];
  const notes: string[] = [];
  if (inRoot < LEAST_SAMPLES) notes.push(noteText('sampledLittle', { samples: formatCount(inRoot) }));
  if (astray > TOLD_ASTRAY * inRoot)
    notes.push(noteText('sampledAstray', { share: percent(astray / inRoot) }));
  if (rootCallsPerSecond === null || tree.rootCalls === 0) notes.push(noteText('sampledRateAssumed', {}));
  const [before, after] = ['before', 'after'].map((when) => placed.find((phase) => phase.when === when));
  if (before === undefined || after === undefined) return notes;
  const difference = phaseDifference(tree.byMethod(before.own), tree.byMethod(after.own));
  if (difference === null) return notes;
  const names = new MethodTable(methods);
  const which = difference.methods.map(
    (each) =>
      `${methodName(names.get(each.method), 'short')} ${percent(each.before)} and ${percent(each.after)}`,
  );
  notes.push(
    noteText('sampledPhasesDiffer', { share: percent(difference.share), methods: which.join(', ') }),
  );
  return notes;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function total<Each>(all: readonly Each[], of: (each: Each) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}
