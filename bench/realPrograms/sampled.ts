import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnCli } from '../../e2e/fixtures/cli.ts';
import { recordingResults } from '../../shared/recording/recordingResults.ts';
import { decodeSnapshot } from '../../shared/recording/snapshotCodec.ts';
import type { Sampler } from './asyncProfiler.ts';
import type { Setting } from './contenders.ts';
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
    /** CPU time of a round in those phases, by the program's own watch: the mean. */
    readonly bareMs: number;
    readonly bareRounds: number;
  }[];
}

const CLOCKS = (process.env['SAMPLED_CLOCKS'] ?? 'nano,bursts').split(',');
const SAMPLED_FOR = process.env['SAMPLED_FOR'] ?? '20s';
/** A tree that is not whole has no place for what samples find: methods are revealed before it counts. */
const WARMED_FOR = process.env['SAMPLED_WARMUP'] ?? '40s';
const RECORDED_FOR = process.env['SAMPLED_RECORD'] ?? '20s';

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
  const host = await startBare(setting, program);
  try {
    await sampler.during(host.pid, () => warmUp(host)); // its first start compiles code anew
    await warmUp(host);
    const recorded: SampledResult['recorded'][number][] = [];
    for (const clock of CLOCKS) {
      const file = join(setting.folder, `${program.name}-${clock}-sampled.sluice`);
      const { stacks, rounds } = await recordJudged(host, program, file, sampler, [
        ...['--clock', clock, '--sampled-times', SAMPLED_FOR],
        ...['--warmup', WARMED_FOR, '--duration', RECORDED_FOR],
      ]);
      const shares = await sharesOf(file, clock);
      const measured = new Set(shares.charged.shares.keys());
      recorded.push({
        ...shares,
        judged: stacks.map((each) => judgedShares(each, rootFrame(program), measured)),
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

/** What `record` says when it samples, and when it is through with that. */
const SAMPLING = /sampling the bare program/;

/** Rounds go on from before the first sample to after the last. */
async function recordJudged(
  host: Host<Round> & { readonly pid: number },
  program: RealProgram,
  file: string,
  sampler: Sampler,
  options: readonly string[],
): Promise<{ readonly stacks: readonly string[]; readonly rounds: readonly Round[] }> {
  let isOver = false;
  const args = ['record', String(host.pid), '--root', rootPattern(program), '--output', file, ...options];
  const { code, stderr } = spawnCli(args);
  void code.finally(() => (isOver = true));
  const rounds: Round[] = [];
  const stacks: string[] = [];
  const isSampling = (): boolean => SAMPLING.test(stderr.text.trimEnd().split('\n').at(-1) ?? '');
  while (!isOver) {
    await host.round();
    if (!isSampling()) continue;
    const judged = await sampler.during(host.pid, async () => {
      while (!isOver && isSampling()) rounds.push(await host.round());
    });
    stacks.push(judged);
  }
  if ((await code) !== 0)
    throw new Error(`record of ${program.name} ended with ${await code}: ${stderr.text}`);
  return { stacks, rounds };
}

async function sharesOf(
  file: string,
  clock: string,
): Promise<Omit<SampledResult['recorded'][number], 'judged' | 'bareMs' | 'bareRounds'>> {
  const snapshot = decodeSnapshot(new Uint8Array(await readFile(file)));
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
function judgedShares(stacks: string, root: string, measured: ReadonlySet<string>): MethodShares {
  const shares = new Map<string, number>();
  let samples = 0;
  for (const line of stacks.split('\n')) {
    const end = line.lastIndexOf(' ');
    const frames = line.slice(0, end).split(';');
    const begin = frames.indexOf(root);
    if (begin < 0) continue;
    const count = Number(line.slice(end + 1));
    const inner = frames.slice(begin).findLast((frame) => measured.has(frame)) ?? root;
    shares.set(inner, (shares.get(inner) ?? 0) + count);
    samples += count;
  }
  return { shares, samples };
}
