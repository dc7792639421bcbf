import { expect, it } from 'vitest';
import { openRecording } from '../importers/openRecording.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { madeSnapshot } from '../testing/madeSnapshot.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { exportedRecording } from './exportedRecording.ts';
import { hprofText } from './hprofText.ts';

function hprofOf(snapshot: Snapshot): readonly string[] {
  const text = [...hprofText(exportedRecording({ ...snapshot, startedAtMs: 0 }))].join('');
  return text.slice(text.indexOf('--------')).split('\n').slice(2);
}

const ZERO = 'Thu, 01 Jan 1970 00:00:00 GMT';

it('has a trace for each context, and CPU TIME with exact calls', () => {
  expect(hprofOf(exampleSnapshot('main: 0>A 1000000>B 4000000<B 5000000<A\nw: 0>B 5000000<B'))).toEqual([
    'THREAD START (obj=0, id = 200001, name="main", group="main")',
    'THREAD START (obj=0, id = 200002, name="w", group="main")',
    'TRACE 300001: (thread=200001)',
    '\tdemo.Demo.A(Unknown Source)',
    'TRACE 300002: (thread=200001)',
    '\tdemo.Demo.B(Unknown Source)',
    '\tdemo.Demo.A(Unknown Source)',
    'TRACE 300003: (thread=200002)',
    '\tdemo.Demo.B(Unknown Source)',
    `CPU TIME (ms) BEGIN (total = 10) ${ZERO}`,
    'rank   self  accum   count trace method',
    '   1 50.00% 50.00%       1 300003 demo.Demo.B',
    '   2 30.00% 80.00%       1 300002 demo.Demo.B',
    '   3 20.00% 100.00%       1 300001 demo.Demo.A',
    'CPU TIME (ms) END',
    '',
  ]);
});

it('has what a context made of a class at several sites in one row of SITES', () => {
  const made = madeSnapshot('main: 0>A 1>B 2<B 3<A', [
    { thread: 0, node: 1, made: 'app.\u202eCart', objects: 2, bytes: 48 },
    { thread: 0, node: 1, made: 'app.\u202eCart', objects: 1, bytes: 24 },
    { thread: 0, node: 2, made: 'app.\u202eCart', objects: 1, bytes: 24 },
  ]);
  const lines = hprofOf(made);
  const from = lines.findIndex((line) => line.startsWith('SITES'));
  expect(lines.slice(from + 3, from + 6)).toEqual([
    '    1 75.00% 75.00%         0    0        72    3 300003 app.\\u202eCart',
    '    2 25.00% 100.00%         0    0        24    1 300004 app.\\u202eCart',
    'SITES END',
  ]);
});

it('has CPU SAMPLES of samples, and MONITOR TIME of blocked threads', () => {
  const file = jfrFile([
    ...[
      'main: demo.Shop.main demo.Shop.order',
      'main: demo.Shop.main demo.Shop.order',
      'main: demo.Shop.main',
    ],
    'main: demo.Shop.main demo.Shop.lock blocked 30000000 on demo.Lock by w',
    'main: demo.Shop.main demo.Shop.lock blocked 10000000 on demo.Lock by w',
  ]);
  const lines = hprofOf(openRecording(file));
  expect(lines.slice(lines.findIndex((line) => line.startsWith('CPU')))).toEqual([
    `CPU SAMPLES BEGIN (total = 3) ${ZERO}`,
    'rank   self  accum   count trace method',
    '   1 66.67% 66.67%       2 300002 demo.Shop.order',
    '   2 33.33% 100.00%       1 300001 demo.Shop.main',
    'CPU SAMPLES END',
    `MONITOR TIME BEGIN (total = 40 ms) ${ZERO}`,
    'rank   self  accum   count trace monitor',
    '   1 100.00% 100.00%       2 300003 demo.Shop.lock',
    'MONITOR TIME END',
    '',
  ]);
});
