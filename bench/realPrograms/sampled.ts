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
  }[];
  /** By the judge, before and after all recordings. */
  readonly judged: readonly MethodShares[];
  /** CPU time of a bare round while it was judged. */
  readonly bareMs: number;
}

const CLOCKS = (process.env['SAMPLED_CLOCKS'] ?? 'nano,bursts').split(',');
const JUDGED_MS = Number(process.env['SAMPLED_JUDGE_MS'] ?? 20_000);
const SAMPLED_FOR = process.env['SAMPLED_FOR'] ?? '20s';
/** A tree that is not whole has no place for what samples find: methods are revealed before it counts. */
const WARMED_FOR = process.env['SAMPLED_WARMUP'] ?? '40s';
const RECORDED_FOR = process.env['SAMPLED_RECORD'] ?? '20s';

/** One JVM, warm, at work all the time: judged, recorded by each clock with sampled times, judged again. */
export async function measureSampled(
  setting: Setting,
  whole: RealProgram,
  sampler: Sampler,
): Promise<SampledResult> {
  const program = roundOf(whole);
  const host = await startBare(setting, program);
  try {
    await warmUp(host);
    const rounds: Round[] = [];
    const judge = (): Promise<string> =>
      sampler.during(host.pid, async () => {
        const endMs = performance.now() + JUDGED_MS;
        while (performance.now() < endMs) rounds.push(await host.round());
      });
    const before = await judge();
    const files: string[] = [];
    for (const clock of CLOCKS) {
      const file = join(setting.folder, `${program.name}-${clock}-sampled.sluice`);
      await recordWorking(host, program, file, [
        ...['--clock', clock, '--sampled-times', SAMPLED_FOR],
        ...['--warmup', WARMED_FOR, '--duration', RECORDED_FOR],
      ]);
      await warmUp(host);
      files.push(file);
    }
    const after = await judge();
    const recorded = await Promise.all(files.map((file, i) => sharesOf(file, CLOCKS[i])));
    const measured = new Set(recorded.flatMap(({ charged }) => [...charged.shares.keys()]));
    const judged = [before, after].map((stacks) => judgedShares(stacks, rootFrame(program), measured));
    return { program: whole, recorded, judged, bareMs: medianOf(rounds.map(({ cpuMs }) => cpuMs)) };
  } finally {
    await host.end();
  }
}

/** Rounds go on from before the first sample to after the last. */
async function recordWorking(
  host: Host<Round> & { readonly pid: number },
  program: RealProgram,
  file: string,
  options: readonly string[],
): Promise<void> {
  let isOver = false;
  const args = ['record', String(host.pid), '--root', rootPattern(program), '--output', file, ...options];
  const { code, stderr } = spawnCli(args);
  void code.finally(() => (isOver = true));
  while (!isOver) await host.round();
  if ((await code) !== 0)
    throw new Error(`record of ${program.name} ended with ${await code}: ${stderr.text}`);
}

async function sharesOf(file: string, clock: string): Promise<SampledResult['recorded'][number]> {
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

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
