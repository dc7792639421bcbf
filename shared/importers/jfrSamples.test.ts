import { expect, it } from 'vitest';
import { narrowedRecording } from '../jvmEvents/narrowedRecording.ts';
import { recordingResults } from '../recording/recordingResults.ts';
import { reportText } from '../report/reportText.ts';
import { wholeView } from '../report/reportView.ts';
import { jfrFile, profilerSettings, type WrittenSetting } from '../testing/jfrFile.ts';
import { openRecording } from './openRecording.ts';

/** Method -> self time, samples, and time asleep, ns. */
function timesOf(
  stacks: readonly string[],
  settings: string | readonly WrittenSetting[],
): Record<string, number[]> {
  const { all, methods } = recordingResults(openRecording(jfrFile(stacks, settings)));
  const own = (metric: string, node: number): number => all.metrics?.get(metric)?.self[node] ?? 0;
  return Object.fromEntries(
    Array.from(all.method, (id, node) => [
      methods.get(id).name,
      [all.selfNs[node], own('samples', node), own('sleepingNs', node)],
    ]).slice(1),
  );
}

it.each([
  ['ctimer', 20_000_000, 20e6],
  ['itimer', 5_000_000, 5e6],
  ['cpu', 1_000_000, 1e6],
  ['cpu', 0, 10e6], // its own
  ['wall', 50_000_000, 50e6],
  ['wall', 0, 50e6], // its own
])('takes async-profiler’s interval for event %s, interval %d: bare ns', (event, interval, ns) => {
  const stacks = ['main: A.run B.work', 'main: A.run B.work'];
  expect(timesOf(stacks, profilerSettings(event, interval)).work).toEqual([2 * ns, 2, 0]);
});

it.each([
  ['cache-misses', profilerSettings('cache-misses', 1_000)],
  ['java.util.Map.get', profilerSettings('java.util.Map.get', 1)],
  ['no settings at all', []],
  ['an interval that is no number', profilerSettings('cpu', NaN)],
])('counts samples and has no times where nobody says what they stand for: %s', (_, settings) => {
  const file = jfrFile(['main: A.run B.work', 'main: A.run B.work'], settings);
  const snapshot = openRecording(file);
  expect(timesOf(['main: A.run B.work', 'main: A.run B.work'], settings).work).toEqual([0, 2, 0]);
  expect(snapshot.calibration.stepNs).toBe(0);
  expect(snapshot.notes).toEqual([
    'The file does not say what 2 of 2 samples stand for: they are counted, and have no times.',
  ]);
  const text = [...reportText(snapshot, { view: wholeView('hot'), top: null, names: 'short' })].join('\n');
  expect(text).toMatch(/What a sample stands for is not known/);
  expect(text).not.toMatch(/A sample is/);
  const range = narrowedRecording(snapshot, { fromNs: 0, toNs: 1e9 });
  expect(range.threads[0].table.more?.get('samples')?.[2]).toBe(2);
});

it('has threads that sleep in no time of work, each sample for its period', () => {
  const stacks = ['main: A.run B.work', 'w: A.run T.sleep in SLEEPING', 'w: A.run T.sleep in SLEEPING'];
  const settings = profilerSettings('wall', 50_000_000, '3.0');
  expect(timesOf(stacks, settings)).toEqual({ run: [0, 0, 0], work: [50e6, 1, 0], sleep: [0, 0, 100e6] });
});

it('knows the states of the JDK too', () => {
  const snapshot = openRecording(
    jfrFile([
      'a: A.x in PARKED_TIMED',
      'a: A.x in IN_OBJECT_WAIT',
      'a: A.x in BLOCKED_ON_MONITOR_ENTER',
      'a: A.x',
    ]),
  );
  const { more, selfNs } = snapshot.threads[0].table;
  expect([...(more?.keys() ?? [])].sort()).toEqual(['blockedNs', 'parkedNs', 'samples', 'waitingNs']);
  expect(selfNs[1]).toBe(10e6);
});

it('takes a batch by the wall for as many samples as it tells', () => {
  const stacks = ['main: A.run wall 1', 'w: T.sleep wall 40 in SLEEPING', 'main: A.run wall 2'];
  expect(timesOf(stacks, profilerSettings('wall', 20_000_000))).toEqual({
    run: [60e6, 3, 0],
    sleep: [0, 0, 800e6],
  });
});

it('has times by the threads’ own clocks where samples by the wall stand beside them, and says what is left out', () => {
  const both: WrittenSetting[] = [...profilerSettings('cpu', 10_000_000), ['sample', 'wall', '50000000']];
  const ofFour = ['main: A.run in DEFAULT', 'main: A.run wall 1', 'w: T.sleep wall 4 in SLEEPING'];
  const ofThree = ['main: A.run in DEFAULT', 'main: A.run in RUNNABLE', 'w: T.sleep in SLEEPING'];
  expect(timesOf(ofFour, both)).toEqual({ run: [10e6, 1, 0], sleep: [0, 0, 200e6] });
  expect(timesOf(ofThree, both)).toEqual({ run: [10e6, 1, 0], sleep: [0, 0, 50e6] });
  expect(openRecording(jfrFile(ofThree, both)).notes).toContain(
    '1 samples by the wall clock are of threads at work, whose times are by the other samples: they are left out.',
  );
});

it('leaves columns out of a text that are 0 in all its rows', () => {
  const stacks = ['main: A.run B.work', 'main: A.run B.work', 'main: A.run T.sleep in SLEEPING'];
  const heads = (top: number | null): string =>
    [...reportText(openRecording(jfrFile(stacks)), { view: wholeView('hot'), top, names: 'short' })].join(
      '\n',
    );
  expect(heads(null)).toMatch(/Self Sleeping/);
  expect(heads(1)).toMatch(/Method .*Self Samples.*\nB\.work/);
  expect(heads(1)).not.toMatch(/Sleeping/);
});

it.each(['hot', 'tree'] as const)(
  'has the names of %s in sight, whatever kinds of events a file has',
  (view) => {
    const stacks = [
      ...['', ' cpu 4000000', ' allocated 512', ' malloc 512'].map((what) => `main: A.run B.work${what}`),
      'main: A.run B.work blocked 500000 on C by w',
      ...['SLEEPING', 'PARKED', 'WAITING', 'BLOCKED'].map((state) => `main: A.run T.rest wall 3 in ${state}`),
    ];
    const lines = [
      ...reportText(openRecording(jfrFile(stacks)), { view: wholeView(view), top: 2, names: 'short' }),
    ];
    const line = lines.find((each) => each.includes('B.work()')) ?? '';
    expect(line).toMatch(/^ *B\.work\(\) /);
  },
);
