import { readdirSync, readFileSync } from 'node:fs';
import { JDKS, type Jdk } from '../e2e/fixtures/jdks.ts';
import { recordingRequest } from '../shared/testing/recordingRequest.ts';
import { startTarget, type Target } from '../e2e/fixtures/targets.ts';
import { Engine } from '../electron/engine/engine.ts';
import { seededRandom } from '../shared/testing/arbitraryEvents.ts';
import { median } from './median.ts';

/**
 * What a program pays that is attached to and not recorded, and one that was left again: goal G13 of docs/reliability.md. Two JVMs
 * run javac, warm, in turns; one of them is attached to and left, again and again, the other never. Compared is CPU time of the main
 * thread, the one over the other of the same turn, with what that was before the first attach; so what else the machine does, and
 * how each of the two was compiled, goes out. Ends with 1 where a cost is surely more than the limit. Then apart, a recording: on JDK
 * 17 the first swap of a JVM's life throws all compiled code away. `npm run bench -- idleCost`; `--full`: four times the turns
 */
const LIMIT = 0.01;
const WARM_UP_TURNS = 60;
const TURNS = process.argv.includes('--full') ? 80 : 20;
/** Attached to and left so often. */
const ATTACHES = 2;
const RESAMPLES = 4_000;
const SEED = 13;

interface Phase {
  /** CPU time of a turn of the one over that of the other. */
  readonly ratios: readonly number[];
  /** CPU time of the agent's threads, of all time. */
  readonly agentShare: number;
}

interface Pair {
  readonly attached: Target;
  readonly bare: Target;
}

async function turns(pair: Pair, count: number): Promise<Phase> {
  const ratios: number[] = [];
  const startMs = performance.now();
  const agentNs = cpuNsOf(pair.attached, /^Sluice /);
  for (let turn = 0; turn < count; turn++) {
    const first = turn % 2 === 0 ? pair.attached : pair.bare; // who comes first finds other caches
    const firstNs = await turnNs(first);
    const secondNs = await turnNs(first === pair.bare ? pair.attached : pair.bare);
    ratios.push(first === pair.bare ? secondNs / firstNs : firstNs / secondNs);
  }
  const agentShare = (cpuNsOf(pair.attached, /^Sluice /) - agentNs) / 1e6 / (performance.now() - startMs);
  return { ratios, agentShare };
}

async function turnNs(target: Target): Promise<number> {
  const beforeNs = cpuNsOf(target, /^java$/);
  await target.send('run');
  return cpuNsOf(target, /^java$/) - beforeNs;
}

/** As Linux counts it, of the threads with such names; "java" is the main thread. */
function cpuNsOf({ pid }: Target, name: RegExp): number {
  let sumNs = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    if (!name.test(readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').trim())) continue;
    sumNs += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  }
  return sumNs;
}

/** Of the medians' quotient less 1: the middle, and the interval that holds 95 % of the resampled ones (bootstrap). */
function costOf(
  ratios: readonly number[],
  base: readonly number[],
): { cost: number; low: number; high: number } {
  const random = seededRandom(SEED);
  const resampled = (values: readonly number[]): number =>
    median(values.map(() => values[Math.floor(random() * values.length)]));
  const costs = Array.from({ length: RESAMPLES }, () => resampled(ratios) / resampled(base) - 1);
  costs.sort((a, b) => a - b);
  const at = (share: number): number => costs[Math.floor(share * (RESAMPLES - 1))];
  return { cost: median(ratios) / median(base) - 1, low: at(0.025), high: at(0.975) };
}

function percent(share: number): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(2)} %`.padStart(10);
}

/** @returns false where it surely costs more than it may */
function tell(
  jdk: Jdk,
  state: string,
  ratios: readonly number[],
  base: readonly number[],
  agent: string,
): boolean {
  const { cost, low, high } = costOf(ratios, base);
  console.log(
    `${String(jdk.feature).padEnd(6)}${state.padEnd(34)}${percent(cost)}${percent(low)}${percent(high)}   ${agent}`,
  );
  return low <= LIMIT;
}

async function measure(jdk: Jdk): Promise<boolean> {
  const jvmArgs = ['-XX:+UseSerialGC'];
  const pair = {
    attached: await startTarget(jdk, 'JavacHost', { jvmArgs }),
    bare: await startTarget(jdk, 'JavacHost', { jvmArgs }),
  };
  const engine = new Engine();
  const attach = async (): Promise<string> => {
    const { sessionId } = await engine.attach(pair.attached.pid);
    engine.setReader(sessionId, () => {});
    return sessionId;
  };
  try {
    await turns(pair, WARM_UP_TURNS);
    const before = (await turns(pair, TURNS)).ratios;
    const attached: number[] = [];
    const left: number[] = [];
    let agentShare = 0;
    for (let i = 0; i < ATTACHES; i++) {
      const sessionId = await attach();
      const phase = await turns(pair, TURNS);
      attached.push(...phase.ratios);
      agentShare += phase.agentShare / ATTACHES;
      await engine.detach(sessionId);
      left.push(...(await turns(pair, TURNS)).ratios);
    }
    const agent = `${(1_000 * agentShare).toFixed(2)} ms/s`;
    const good = [
      tell(jdk, 'attached, not recorded', attached, before, agent),
      tell(jdk, 'left again', left, before, ''),
    ];
    const sessionId = await attach();
    await engine.start(sessionId, recordingRequest('JavacHost$Source::getCharContent'));
    await pair.attached.send('run');
    await engine.detach(sessionId);
    tell(jdk, 'recorded and left, first 10 turns', (await turns(pair, 10)).ratios, before, '');
    await turns(pair, WARM_UP_TURNS);
    tell(
      jdk,
      `recorded and left, after ${10 + WARM_UP_TURNS}`,
      (await turns(pair, TURNS)).ratios,
      before,
      '',
    );
    return good.every((is) => is);
  } finally {
    await engine.close();
    await pair.attached.stop();
    await pair.bare.stop();
  }
}

let missed = false;
console.log(
  'CPU time of javac, warm, over that of a JVM beside it that is left alone, less what it was before',
);
console.log('JDK   state                               median     95 % interval      threads of the agent');
for (const jdk of JDKS) missed = !(await measure(jdk)) || missed;
if (missed) {
  console.log(`It costs surely more than ${100 * LIMIT} %.`);
  process.exitCode = 1;
}
