import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApplication } from '../e2e/applications/application.ts';
import { APPLICATIONS } from '../e2e/applications/applications.ts';
import { JDKS } from '../e2e/fixtures/jdks.ts';
import { argument, chosen } from './argument.ts';
import type { Contender, Goals } from './bigApplications/contender.ts';
import { SLUICE } from './bigApplications/sluice.ts';
import { recordUnderLoad, type Figures } from './bigApplications/underLoad.ts';
import { visualVm } from './bigApplications/visualVm.ts';

/**
 * What a recording of one controller or handler does to a big application under load: how many methods get probes for those that are
 * called, how long the JVM stands still for hot swaps, by its own log of safepoints, how long requests take, and what detaching leaves.
 * `npm run bench -- bigApplications`; `--program=booking`, `--jdk=25`, `--setting=own` choose, and with `--visualvm=FOLDER`, such as
 * /usr/share/visualvm/visualvm, the engine of VisualVM records each of them as well.
 */
const folder = mkdtempSync(join(tmpdir(), 'sluice-applications-'));
const visualVmHome = argument('--visualvm');
const contenders: readonly Contender[] = [
  ...SLUICE,
  ...(visualVmHome === undefined ? [] : [visualVm(folder, visualVmHome)]),
];

const seconds = (ms: number | null): string =>
  ms === null || Number.isNaN(ms) ? '-' : `${(ms / 1e3).toFixed(2)} s`;
const millis = (ms: number): string => (Number.isNaN(ms) ? '-' : `${ms.toFixed(1)} ms`);

/** What is measured, and what of it has a goal. */
interface Line {
  readonly text: string;
  readonly value: number;
  readonly goal: keyof Goals;
}

function linesOf(figures: Figures): readonly Line[] {
  const { instrumented, called, stopsMs, detachAtMs, detachedAtMs } = figures;
  const stoppedMs = stopsMs.reduce((sum, ms) => sum + ms, 0);
  const longestStopMs = Math.max(0, ...stopsMs);
  const wholeRootMs = figures.wholeRootAtMs === null ? null : figures.wholeRootAtMs - figures.startAtMs;
  const detachMs = detachedAtMs - detachAtMs;
  const perCalled = instrumented / called;
  return [
    {
      text: `methods ${instrumented} / ${called} = ${perCalled.toFixed(1)}`,
      ...{ value: perCalled, goal: 'perCalled' },
    },
    {
      text: `first whole root call ${seconds(wholeRootMs)}`,
      ...{ value: wholeRootMs ?? Infinity, goal: 'wholeRootMs' },
    },
    { text: `longest stop ${millis(longestStopMs)}`, value: longestStopMs, goal: 'longestStopMs' },
    { text: `${stopsMs.length} stops, ${seconds(stoppedMs)}`, value: stoppedMs, goal: 'stoppedMs' },
    {
      text: `longest request ${seconds(figures.longestRequestMs)}`,
      ...{ value: figures.longestRequestMs, goal: 'requestMs' },
    },
    { text: `detached in ${seconds(detachMs)}`, value: detachMs, goal: 'detachMs' },
  ];
}

/** While detaching no request may take longer. */
const DETACHING_REQUEST_MS = 1_000;

/** Prints the figures. @returns the goals that are missed */
function told(name: string, goals: Goals | null, figures: Figures): string[] {
  const lines = linesOf(figures);
  const { beforeMs, withProbesMs, afterMs, firstAfterMs, longestDetachingMs, changedClasses, faults } =
    figures;
  const missed = goals === null ? [] : lines.filter(({ value, goal }) => !(value <= goals[goal]));
  const others = [
    ...(longestDetachingMs > DETACHING_REQUEST_MS ? ['a request while detaching'] : []),
    ...(changedClasses.length > 0 ? ['classes as before'] : []),
    ...faults,
  ];
  console.log(`  ${name.padEnd(9)} ${lines.map(({ text }) => text).join(', ')}`);
  console.log(
    `            ${figures.rootCalls} root calls; requests ${millis(beforeMs)} before, ${millis(withProbesMs)} with probes, ` +
      `${millis(afterMs)} after, the first ${millis(firstAfterMs)}; longest while detaching ${seconds(longestDetachingMs)}; ` +
      `${changedClasses.length} classes changed ${changedClasses.slice(0, 3).join(' ')}`,
  );
  const wrong = [...missed.map(({ text }) => text), ...(goals === null ? [] : others)];
  if (wrong.length > 0) console.log(`            missed: ${wrong.join('; ')}`);
  return wrong;
}

console.log('One client; warm for 20 s, recorded for 30 s.');
if (visualVmHome === undefined) console.log('VisualVM is not beside it: --visualvm=FOLDER says where it is.');
let failed = 0;
try {
  for (const source of chosen('--program', APPLICATIONS, ({ name }) => name))
    for (const jdk of chosen('--jdk', JDKS, ({ feature }) => String(feature))) {
      console.log(`${source.name}, ${jdk.name}: ${source.what}; root ${source.root.method}`);
      const classPath = buildApplication(jdk, source, join(folder, `${source.name}-${jdk.feature}`));
      for (const contender of chosen('--setting', contenders, ({ name }) => name)) {
        try {
          const figures = await recordUnderLoad(jdk, source, classPath, contender);
          failed += told(contender.name, contender.goals, figures).length;
        } catch (thrown) {
          console.log(`  ${contender.name.padEnd(9)} failed: ${(thrown as Error).message}`);
          if (contender.goals !== null) failed++;
        }
        console.log(`            load of the machine ${loadavg()[0].toFixed(1)}`);
      }
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
