import { setTimeout as delay } from 'node:timers/promises';
import { Recorder } from '../../electron/cli/recording/recorder.ts';
import { Engine } from '../../electron/engine/engine.ts';
import { canSampleCpuTime } from '../../electron/engine/flightRecorder/sampleJvm.ts';
import type { Clock } from '../../shared/events/clock.ts';
import type { RecordingRequest } from '../../shared/ipc/engineApi.ts';
import { recordingResults } from '../../shared/recording/recordingResults.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { recordingRequest } from '../../shared/testing/recordingRequest.ts';
import type { Sampler } from './asyncProfiler.ts';
import type { Setting } from './contenders.ts';
import { heldOut, type HeldOut } from './heldOut.ts';
import { rootFrame, rootPattern, roundOf, type RealProgram } from './programs.ts';
import { startBare, warmUp, type Host, type Round } from './roundsJvm.ts';

/** What a profiler says of methods within the root: `package.Class.method` -> self time in any unit, and how many samples that is. */
export interface MethodShares {
  readonly shares: ReadonlyMap<string, number>;
  readonly samples: number;
}

export interface SampledResult {
  readonly program: RealProgram;
  /** By clock: charged times, and those that were sampled beside them. */
  readonly recorded: readonly {
    readonly clock: string;
    readonly charged: MethodShares;
    readonly sampled: MethodShares;
    /** Of a call of the root. */
    readonly chargedMs: number;
    readonly sampledMs: number;
    readonly notes: readonly string[];
    /** By the judge, in the very phases in which Sluice samples: before the recording and after it. */
    readonly judged: readonly MethodShares[];
    /** The same of those samples alone that a Flight Recorder can take, too: the innermost frame is Java's. */
    readonly judgedInJava: readonly MethodShares[];
    /** The judge's samples of both phases against each context's ±; the Java ones, where Sluice's are of Java code only. */
    readonly heldOut: HeldOut;
    /** CPU time of a round in those phases, by the program's own watch: the mean. */
    readonly bareMs: number;
    readonly bareRounds: number;
  }[];
}

const CLOCKS = (process.env['SAMPLED_CLOCKS'] ?? 'nano,bursts').split(',') as Clock[];
const SAMPLED_FOR = (process.env['SAMPLED_FOR'] ?? '20s') as RecordingRequest['sampledTimes'];
/** A tree that is not whole has no place for what samples find: methods are revealed before it counts. */
const WARMED_MS = Number(process.env['SAMPLED_WARMUP_MS'] ?? 40_000);
const RECORDED_MS = Number(process.env['SAMPLED_RECORD_MS'] ?? 20_000);

/**
 * One JVM, warm, at work all the time: recorded by each clock with sampled times, and judged while the bare program is sampled. In
 * phases of their own the two would see the program at different work, and a busy machine at another load.
 */
export async function measureSampled(
  setting: Setting,
  whole: RealProgram,
  sampler: Sampler,
): Promise<SampledResult> {
  const program = roundOf(whole);
  const seesNative = canSampleCpuTime(setting.jdk.feature);
  const host = await startBare(setting, program);
  try {
    await sampler.during(host.pid, () => warmUp(host)); // its first start compiles code anew
    await warmUp(host);
    const recorded: SampledResult['recorded'][number][] = [];
    for (const clock of CLOCKS) {
      const { snapshot, stacks, rounds } = await recordJudged(host, program, sampler, clock);
      const shares = sharesOf(snapshot, clock);
      const measured = new Set(shares.charged.shares.keys());
      recorded.push({
        ...shares,
        judged: stacks.map((each) => judgedShares(each, rootFrame(program), measured, () => true)),
        judgedInJava: stacks.map((each) => judgedShares(each, rootFrame(program), measured, isOfJava)),
        heldOut: heldOut(snapshot, rootFrame(program), stacks, seesNative ? () => true : isOfJava),
        bareMs: rounds.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / rounds.length,
        bareRounds: rounds.length,
      });
      await warmUp(host);
    }
    return { program: whole, recorded };
  } finally {
    await host.end();
  }
}

/** Before the recording and after it. */
const BOTH_PHASES = 2;
/** What an engine says when it samples. */
const SAMPLING = /sampling the bare program/;

/** Rounds go on from before the first sample to after the last. By an engine of its own: what it does now has to be known at once. */
async function recordJudged(
  host: Host<Round> & { readonly pid: number },
  program: RealProgram,
  sampler: Sampler,
  clock: Clock,
): Promise<{
  readonly snapshot: Snapshot;
  readonly stacks: readonly string[];
  readonly rounds: readonly Round[];
}> {
  const engine = new Engine();
  try {
    const { sessionId } = await engine.attach(host.pid);
    const recorder = new Recorder(sessionId);
    let isSampling = false;
    engine.subscribe((update) => {
      recorder.learn(update);
      if (update.kind === 'status') isSampling = SAMPLING.test(update.status.text);
    });
    engine.setReader(sessionId, recorder.take);
    const request = recordingRequest(rootPattern(program), { clock, sampledTimes: SAMPLED_FOR });
    const record = async (): Promise<Snapshot> => {
      await engine.start(sessionId, request);
      await delay(WARMED_MS);
      await engine.reset(sessionId);
      await delay(RECORDED_MS);
      return recorder.snapshot(await engine.stop(sessionId));
    };
    const rounds: Round[] = [];
    const stacks: string[] = [];
    const ended: { is: boolean } = { is: false };
    const recording = record().finally(() => (ended.is = true));
    recording.catch(() => {});
    while (!ended.is) {
      await host.round();
      if (!isSampling) continue;
      const judged = await sampler.during(host.pid, async () => {
        while (isSampling && !ended.is) rounds.push(await host.round());
      });
      stacks.push(judged);
    }
    const snapshot = await recording;
    if (stacks.length < BOTH_PHASES)
      throw new Error(
        `${program.name}: ${stacks.length} of ${BOTH_PHASES} phases were sampled: ${snapshot.notes.join(' ')}`,
      );
    return { snapshot, stacks, rounds };
  } finally {
    await engine.close();
  }
}

function sharesOf(
  snapshot: Snapshot,
  clock: string,
): Omit<SampledResult['recorded'][number], 'judged' | 'judgedInJava' | 'heldOut' | 'bareMs' | 'bareRounds'> {
  const { hot, methods, all } = recordingResults(snapshot);
  const sampledColumn = hot.metrics?.get('sampledNs')?.self ?? new Float64Array(hot.length);
  const [charged, sampled] = [new Map<string, number>(), new Map<string, number>()];
  for (let row = 0; row < hot.length; row++) {
    const { className, name } = methods.get(hot.method[row]);
    const frame = `${className}.${name}`;
    charged.set(frame, (charged.get(frame) ?? 0) + hot.selfNs[row]);
    sampled.set(frame, (sampled.get(frame) ?? 0) + sampledColumn[row]);
  }
  let rootCalls = 0;
  for (let node = 1; node < all.length; node++) if (all.parent[node] === 0) rootCalls += all.calls[node];
  const samples = (snapshot.bareSamples?.phases ?? []).reduce((sum, { inRoot }) => sum + inRoot, 0);
  return {
    clock,
    charged: { shares: charged, samples: 0 },
    sampled: { shares: sampled, samples },
    chargedMs: all.totalNs[0] / rootCalls / 1e6,
    sampledMs: (all.metrics?.get('sampledNs')?.total[0] ?? 0) / rootCalls / 1e6,
    notes: snapshot.notes,
  };
}

/** Collapsed stacks; samples count for the innermost measured method, as the tree charges them. */
function judgedShares(
  stacks: string,
  root: string,
  measured: ReadonlySet<string>,
  counts: (innermost: string) => boolean,
): MethodShares {
  const shares = new Map<string, number>();
  let samples = 0;
  for (const line of stacks.split('\n')) {
    const end = line.lastIndexOf(' ');
    const frames = line.slice(0, end).split(';');
    const begin = frames.indexOf(root);
    if (begin < 0 || !counts(frames[frames.length - 1])) continue;
    const count = Number(line.slice(end + 1));
    const inner = frames.slice(begin).findLast((frame) => measured.has(frame)) ?? root;
    shares.set(inner, (shares.get(inner) ?? 0) + count);
    samples += count;
  }
  return { shares, samples };
}

/** `package.Class.method`; the JVM's own functions have `::` or no dot, the kernel's end with `_[k]`. */
function isOfJava(frame: string): boolean {
  return /^[\w$]+(\.[\w$/<>+]+)+$/.test(frame);
}
