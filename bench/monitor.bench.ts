import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { JDKS } from '../e2e/fixtures/jdks.ts';
import { startTarget, type Target } from '../e2e/fixtures/targets.ts';
import { Engine } from '../electron/engine/engine.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS } from '../electron/engine/testing/javaFixture.ts';
import { chosen } from './argument.ts';
import { median } from './median.ts';

/**
 * What a program pays that is looked at by the monitor, and what the tool pays. A JVM that waits, with performance data and without, and
 * one of 500 threads: CPU time of the process and of the tool for each second, looked at and left alone by turns, as the kernel
 * counts it. One that works (javac, warm): CPU time of its main thread for a turn, looked at and left alone by turns. Ends with 1 where
 * looking at a JVM that waits costs it more than the limit. `npm run bench -- monitor`; `--part=busy`, `--full`: four times as long
 */
const LIMIT_CORES = 0.005;
const PARTS = chosen('--part', ['idle', 'busy'], (part) => part);
const FULL = process.argv.includes('--full') ? 4 : 1;
const SECONDS = 10;
const ROUNDS = 2 * FULL;
/** javac takes less and less of a turn for some 30 s. */
const WARM_UP_TURNS = 60;
const TURNS = 20 * FULL;

/** CPU time of all threads that live, ns. */
function cpuNsOf(pid: number, name = /./): number {
  let sumNs = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${task}`;
    if (name.test(readFileSync(`${folder}/comm`, 'utf8').trim()))
      sumNs += Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]);
  }
  return sumNs;
}

interface Cost {
  /** Cores. */
  readonly target: number;
  readonly tool: number;
}

/** As the window does it: a question each second. */
async function seconds(engine: Engine | null, pid: number): Promise<Cost> {
  let lastMs = Date.now();
  if (engine) await engine.monitor(pid, lastMs);
  const beforeNs = cpuNsOf(pid);
  const startMs = performance.now();
  const { user, system } = process.cpuUsage();
  for (let second = 0; second < SECONDS; second++) {
    await delay(1_000);
    const samples = (await engine?.monitor(pid, lastMs))?.samples;
    lastMs = samples?.at(-1)?.atMs ?? lastMs;
  }
  const used = process.cpuUsage({ user, system });
  const lengthMs = performance.now() - startMs;
  return {
    target: (cpuNsOf(pid) - beforeNs) / 1e6 / lengthMs,
    tool: (used.user + used.system) / 1e3 / lengthMs,
  };
}

/** So many threads as it is told wait, besides the main one. */
const WAITING = `
public class Waiting {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      Thread thread = new Thread(() -> { try { Thread.sleep(Long.MAX_VALUE); } catch (InterruptedException e) { } }, "waiting " + i);
      thread.setDaemon(true);
      thread.start();
    }
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
}`;
const classes = compileJava('Waiting', WAITING);

async function idle(
  feature: number,
  what: string,
  jvmArgs: readonly string[],
  threads: number,
): Promise<boolean> {
  const java = TEST_JDKS.find((one) => one.feature === feature);
  if (java === undefined) return true;
  const program = await startJvm({
    java,
    arguments: [...jvmArgs, '-cp', classes, 'Waiting', String(threads)],
  });
  try {
    await delay(3_000);
    const alone: Cost[] = [];
    const looked: Cost[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await seconds(null, program.pid));
      const engine = new Engine();
      looked.push(await seconds(engine, program.pid));
      await engine.close();
    }
    const of = (costs: readonly Cost[], who: keyof Cost): number => median(costs.map((cost) => cost[who]));
    const cost = of(looked, 'target') - of(alone, 'target');
    console.log(
      `${String(feature).padEnd(5)}${what.padEnd(34)}${percent(of(alone, 'target'))}${percent(of(looked, 'target'))}${percent(cost)}${percent(of(looked, 'tool') - of(alone, 'tool'))}`,
    );
    return cost <= LIMIT_CORES;
  } finally {
    await program.stop();
  }
}

function percent(cores: number): string {
  return `${(100 * cores).toFixed(3)} %`.padStart(12);
}

async function busy(jdk: (typeof JDKS)[number]): Promise<void> {
  const program = await startTarget(jdk, 'JavacHost', { jvmArgs: ['-XX:+UseSerialGC'] });
  try {
    for (let turn = 0; turn < WARM_UP_TURNS; turn++) await program.send('run');
    const alone: number[] = [];
    const looked: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      alone.push(await turnNs(program));
      const engine = new Engine();
      await engine.monitor(program.pid, 0);
      looked.push(await turnNs(program));
      await engine.close();
    }
    const change = median(looked) / median(alone) - 1;
    const spread = (Math.max(...alone) - Math.min(...alone)) / median(alone);
    console.log(
      `${String(jdk.feature).padEnd(5)}javac: a turn takes ${(median(alone) / 1e6).toFixed(1)} ms of CPU alone, looked at ${percent(change).trim()} more; turns alone spread over ${percent(spread).trim()}`,
    );
  } finally {
    await program.stop();
  }
}

async function turnNs(program: Target): Promise<number> {
  const beforeNs = cpuNsOf(program.pid, /^java$/);
  await program.send('run');
  return cpuNsOf(program.pid, /^java$/) - beforeNs;
}

console.log(
  'of one core:'.padEnd(39) +
    ['alone', 'looked at', 'its cost', 'the tool'].map((title) => title.padStart(12)).join(''),
);
let isGood = true;
for (const jdk of JDKS) {
  const { feature } = jdk;
  if (PARTS.includes('idle')) {
    isGood = (await idle(feature, 'waits', [], 0)) && isGood;
    isGood = (await idle(feature, 'waits, -XX:-UsePerfData', ['-XX:-UsePerfData'], 0)) && isGood;
    isGood = (await idle(feature, 'waits, 500 threads more', [], 500)) && isGood;
  }
  if (PARTS.includes('busy')) await busy(jdk);
}
removeFolder(classes);
if (!isGood) {
  console.log(`It costs a program that waits more than ${100 * LIMIT_CORES} % of a core.`);
  process.exitCode = 1;
}
