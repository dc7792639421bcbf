import { describe, expect, it } from 'vitest';
import { ensure } from '../base/assert.ts';
import { SluiceError } from '../base/errors.ts';
import { recordingResults } from '../recording/recordingResults.ts';
import { dataSetLines } from '../report/dataSetReport.ts';
import { reportText } from '../report/reportText.ts';
import { wholeView } from '../report/reportView.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { decodeSnapshot, encodeSnapshot } from '../recording/file/snapshotCodec.ts';
import { hasTimes } from '../jvmEvents/narrowedRecording.ts';
import { jfrFile, type WrittenSetting } from '../testing/jfrFile.ts';
import { openRecording } from './openRecording.ts';

const STACKS = [
  'main: demo.Shop.main demo.Shop.order:12',
  'main: demo.Shop.main demo.Shop.order:14',
  'main: demo.Shop.main demo.Shop.order:14 java.util.Map.get:5',
  'worker: demo.Worker.run !demo.Worker$$Lambda.get demo.Shop.order:12',
];

it('makes a tree of each thread from samples, each for its period', () => {
  const lines = [
    ...reportText(openRecording(jfrFile(STACKS)), {
      view: { ...wholeView('tree'), threads: 'each' },
      top: null,
      names: 'long',
    }),
  ];
  expect(
    lines
      .filter((line) => /^Thread|demo|java\.util/.test(line))
      .map((line) => line.replace(/ +±? *[\d.]+ ms/, '')),
  ).toEqual([
    'Thread "main" (1)',
    expect.stringMatching(/^demo\.Shop\.main\(\) +30 .* 0 +3 +0$/),
    expect.stringMatching(/^ {2}demo\.Shop\.order\(\) +30 .* 20 +3 +2$/),
    expect.stringMatching(/^ {4}java\.util\.Map\.get\(\) +10 .*10 +1 +1$/),
    'Thread "worker" (2)',
    expect.stringMatching(/^demo\.Worker\.run\(\) +10 .* 0 +1 +0$/),
    expect.stringMatching(/^ {2}demo\.Shop\.order\(\) +10 .*10 +1 +1$/),
  ]);
});

it('knows of each context that chance has a part in it: the square root of its samples', () => {
  const four = Array<string>(4).fill('main: demo.Shop.order');
  const { all } = recordingResults(openRecording(jfrFile(four)));
  expect([...all.selfNs]).toEqual([0, 40e6]);
  expect([...all.errorNs]).toEqual([0, 20e6]);
});

it('takes the period of the settings', () => {
  expect(openRecording(jfrFile(STACKS, '1 ms')).threads[0].table.selfNs[2]).toBe(2e6);
  expect(openRecording(jfrFile(STACKS, '20 ms')).calibration.stepNs).toBe(20e6);
});

it('says when stacks were cut, and when there are no samples', () => {
  const cut = openRecording(jfrFile(['main: …demo.Shop.order', STACKS[0]]));
  expect(cut).toMatchObject({
    complete: false,
    losses: ['1 of 2 stacks were cut by the JVM, so their outer frames are missing'],
  });
  expect(openRecording(jfrFile([])).notes[0]).toMatch(/has no samples of code at work/);
});

it('has where threads stood still: times in the contexts, and a row for each lock, holder and place', () => {
  const snapshot = openRecording(
    jfrFile([
      STACKS[0],
      'main: demo.Shop.main demo.Shop.order java.util.Vector.add blocked 5000000 on java.util.Vector by worker',
      'main: demo.Shop.main demo.Shop.order java.util.Vector.add blocked 1000000 on java.util.Vector by worker',
      'worker: demo.Worker.run blocked 2000000 on [I by main',
    ]),
  );
  const locks = ensure(
    snapshot.dataSets.find(({ id }) => id === 'locks'),
    'locks',
  );
  expect([...dataSetLines({ set: locks, value: null, filter: null }, null)]).toEqual([
    'Blocked and waiting threads',
    'Times  Time [ms]  Longest [ms]  State    Lock              Held or Notified By  At               Held At',
    '    2      6.000         5.000  blocked  java.util.Vector  worker               demo.Shop.order  demo.Worker.run',
    ...['     held by worker', '     at demo.Worker.run'],
    '    1      2.000         2.000  blocked  int[]             main                 demo.Worker.run  demo.Shop.order',
    ...[
      '     held by main',
      '     at java.util.Vector.add',
      '     at demo.Shop.order',
      '     at demo.Shop.main',
    ],
    '',
  ]);
  const { all, methods } = recordingResults(snapshot);
  const blocked = ensure(all.metrics?.get('blockedNs'), 'blockedNs');
  const totals = Array.from(all.method, (id, node) => [methods.get(id).name, blocked.total[node]]);
  expect(totals.slice(1)).toEqual([
    ['main', 6e6],
    ['order', 6e6],
    ['add', 6e6],
    ['run', 2e6],
  ]);
  expect(all.metrics?.has('parkedNs')).toBe(false);
});

it('has samples by line, those of a recursion once for each line', () => {
  const [lines] = openRecording(
    jfrFile([...STACKS, 'main: demo.Shop.order:12 demo.Shop.order:12 demo.Shop.order:14']),
  ).dataSets;
  expect([...dataSetLines({ set: lines, value: null, filter: null }, null)]).toEqual([
    'Lines of code by samples',
    'Self Time [ms]  Self Samples  Total Samples  Method                Line',
    '        20.000             2              3  demo.Shop::order()    12',
    '        20.000             2              3  demo.Shop::order()    14',
    '        10.000             1              1  java.util.Map::get()  5',
    '         0.000             0              3  demo.Shop::main()     1',
    '         0.000             0              1  demo.Worker::run()    1',
    '',
  ]);
});

describe('what was recorded and did not happen', () => {
  const enabled = (type: WrittenSetting[0], value = 'true'): WrittenSetting => [type, 'enabled', value];
  const setsOf = (stacks: readonly string[], settings: readonly WrittenSetting[]): string[] =>
    openRecording(jfrFile(stacks, settings)).dataSets.map(({ id, rows }) => `${id} ${rows}`);

  it.each([
    ['waits', [enabled('enter')], ['locks 0', 'events 0', 'states 0']],
    ['samples', [enabled('sample')], ['lines 0', 'states 0']],
    ['samples of CPU time', [enabled('cpuSample')], ['lines 0', 'states 0']],
    ['samples by the wall', [enabled('wallSample')], ['lines 0', 'states 0']],
    ['exceptions', [enabled('exception')], ['events 0']],
    [
      'what one of two recordings asks for',
      [enabled('enter', 'false'), enabled('enter')],
      ['locks 0', 'events 0', 'states 0'],
    ],
    ['nothing', [enabled('enter', 'false'), enabled('sample', 'false'), enabled('exception', 'false')], []],
    ['what the file does not say', [], []],
  ] as const)('is sets without rows: %s', (_, settings, sets) => {
    expect(setsOf([], settings)).toEqual(sets);
  });

  it('changes nothing where something happened', () => {
    const happened = ['lines 1', 'states 1'];
    expect(setsOf(['main: demo.Shop.order:12'], [enabled('sample')])).toEqual(happened);
    expect(setsOf(['main: demo.Shop.order:12'], [])).toEqual(happened);
  });

  it('is no table of lines where samples have none', () => {
    expect(setsOf(['main: demo.Shop.order:0'], [enabled('sample')])).toEqual(['states 1']);
  });

  it('is saved, with the columns that it would have', () => {
    const quiet = openRecording(jfrFile([STACKS[0]], [enabled('enter')]));
    const blocked = openRecording(
      jfrFile(['main: demo.Shop.order blocked 5000000 on java.util.Vector by worker'], [enabled('enter')]),
    );
    const locks = quiet.dataSets.find(({ id }) => id === 'locks');
    expect(locks?.values.map(({ id }) => id)).toEqual(
      blocked.dataSets.find(({ id }) => id === 'locks')?.values.map(({ id }) => id),
    );
    expect(decodeSnapshot(encodeSnapshot(quiet)).dataSets.map(({ id }) => id)).toContain('locks');
  });

  it('gives no range of time to what has none', () => {
    expect(hasTimes(openRecording(jfrFile([], [enabled('sample'), enabled('enter')])))).toBe(false);
  });
});

it('is saved and opened again as any other recording', () => {
  const snapshot = openRecording(jfrFile(STACKS));
  expect(openRecording(encodeSnapshot(snapshot))).toEqual(snapshot);
  const own = exampleSnapshot('main: 0>A 5<A');
  expect(openRecording(encodeSnapshot(own))).toEqual(own);
});

it('is refused with a sentence wherever it was cut', () => {
  const file = jfrFile(STACKS);
  for (let length = 4; length < file.length; length++) {
    expect(() => openRecording(file.subarray(0, length)), String(length)).toThrow(SluiceError);
  }
});
