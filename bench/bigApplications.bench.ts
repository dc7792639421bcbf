import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildApplication, startApplication } from '../e2e/applications/application.ts';
import { APPLICATIONS } from '../e2e/applications/applications.ts';
import { Load } from '../e2e/applications/load.ts';
import { reportOf, runCli } from '../e2e/fixtures/cli.ts';
import { JDKS, type Jdk } from '../e2e/fixtures/jdks.ts';
import { median } from './median.ts';

/**
 * What a recording of one controller does to a Spring Boot application with Hibernate under load, 20,000 classes loaded: how many methods
 * get probes for those that are called, how long the JVM stands still for hot swaps, by its own log of safepoints, and how long a request
 * takes at most. `npm run bench -- bigApplications`. Goals: 5 methods with probes for one called, the longest stop 100 ms, all of them 2 s,
 * no request above 1 s; with --only 0.3 s in all, and no request above 0.3 s.
 */
const WARM_MS = 20_000;
const RECORDED_MS = 30_000;
/** Before it begins class files are read: on a busy machine for a minute and more. */
const RECORDING_LIMIT_MS = 600_000;
const [LENDING] = APPLICATIONS;
const ROOT = LENDING.root.method;

interface Setting {
  readonly name: string;
  readonly options: readonly string[];
  readonly goals: Goals;
}

interface Goals {
  readonly perCalled: number;
  readonly stoppedMs: number;
  readonly requestMs: number;
}

const LONGEST_STOP_MS = 100;
const SETTINGS: readonly Setting[] = [
  { name: 'default', options: [], goals: { perCalled: 5, stoppedMs: 2_000, requestMs: 1_000 } },
  {
    name: 'own code',
    options: ['--only', 'lending.**'],
    goals: { perCalled: Infinity, stoppedMs: 300, requestMs: 300 },
  },
];

/** @returns whether a goal was missed */
async function measure(jdk: Jdk, classPath: string, { name, options, goals }: Setting): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-applications-'));
  const log = join(folder, 'safepoints');
  const application = await startApplication(jdk, LENDING, classPath, [`-Xlog:safepoint:file=${log}`]);
  try {
    const load = new Load(application.address, LENDING.turn, 1);
    await delay(WARM_MS);
    const beforeMs = median(load.answered.slice(-100).map(({ tookMs }) => tookMs));
    const file = join(folder, 'books.sluice');
    const beganMs = performance.now();
    const duration = ['--duration', `${RECORDED_MS}ms`];
    const { code, stderr } = await runCli(
      ['record', String(application.pid), '--root', ROOT, '-o', file, ...options, ...duration],
      RECORDING_LIMIT_MS,
    );
    if (code !== 0) throw new Error(stderr);
    const tookMs = performance.now() - beganMs;
    const requestMs = load.longestMs(beganMs, beganMs + tookMs);
    await load.stop();
    const { instrumentedMethods, calledMethods, methods, complete } = await reportOf(file);
    const root = methods.find((method) => `${method.class}::${method.method}` === ROOT);
    const stopsMs = swapsIn(readFileSync(log, 'utf8'));
    const stoppedMs = stopsMs.reduce((sum, ms) => sum + ms, 0);
    const longestMs = Math.max(0, ...stopsMs);
    const perCalled = instrumentedMethods / calledMethods;
    console.log(
      [
        String(jdk.feature).padEnd(4),
        name.padEnd(9),
        `${instrumentedMethods} / ${calledMethods} = ${perCalled.toFixed(1)}`.padEnd(22),
        `${stopsMs.length} stops, longest ${longestMs.toFixed(0)} ms, in all ${(stoppedMs / 1e3).toFixed(2)} s`,
        `${root?.calls ?? 0} root calls in ${(tookMs / 1e3).toFixed(1)} s`,
        `request ${beforeMs.toFixed(0)} ms before, longest ${(requestMs / 1e3).toFixed(2)} s`,
        complete ? 'complete' : 'incomplete',
      ].join('  '),
    );
    return (
      !(perCalled <= goals.perCalled) ||
      longestMs > LONGEST_STOP_MS ||
      stoppedMs > goals.stoppedMs ||
      requestMs > goals.requestMs
    );
  } finally {
    await application.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of each hot swap, how long all threads stood still, in milliseconds. */
function swapsIn(log: string): number[] {
  return [...log.matchAll(/Safepoint "RedefineClasses",.*Total:\s*(\d+) ns/g)].map(
    ([, ns]) => Number(ns) / 1e6,
  );
}

let missed = false;
console.log(`${ROOT}, one client, recorded for ${RECORDED_MS / 1e3} s, attach to detach`);
for (const jdk of JDKS) {
  const built = mkdtempSync(join(tmpdir(), 'sluice-applications-'));
  try {
    const classPath = buildApplication(jdk, LENDING, built);
    for (const setting of SETTINGS) missed = (await measure(jdk, classPath, setting)) || missed;
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}
process.exitCode = missed ? 1 : 0;
