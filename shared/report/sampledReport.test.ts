import { describe, expect, it } from 'vitest';
import { ensure } from '../base/assert.ts';
import { RecordingDiff } from '../compare/recordingDiff.ts';
import { csvTable } from '../export/csv.ts';
import { exportedRecording } from '../export/exportedRecording.ts';
import { jfrRecording } from '../importers/jfrRecording.ts';
import { sampledErrorNs } from '../metrics/sampledError.ts';
import { parseValue } from '../metrics/value.ts';
import { withSampledTimes } from '../recording/samples/sampledTimes.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import type { Transform } from '../rows/transform.ts';
import { TREE_VIEWS } from '../rows/views.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import { diffViewJson } from './diffJson.ts';
import { diffText } from './diffText.ts';
import { wholeDiffView } from './diffView.ts';
import { reportJson } from './reportJson.ts';
import { reportText } from './reportText.ts';
import { wholeView } from './reportView.ts';
import { viewJson } from './viewJson.ts';

/** A calls B, C and D. Bare, 300 samples of 1 ms are in B, 100 in A; charged is C. */
function sampledSnapshot(changes: Partial<Snapshot> = {}): Snapshot {
  const recorded = exampleSnapshot('main: 0>A 10>B 20<B 30>B 31<B 40>C 9000<C 9000>D 9001<D 9010<A', {
    durationMs: 1_000,
    sampledTimes: '20s',
    ...changes,
  });
  const stacks = [
    ...Array<string>(100).fill('main: demo.Demo.A:3'),
    ...Array<string>(300).fill('main: demo.Demo.A:4 demo.Demo.B:7'),
  ];
  const { threads, sampledTimes, dataSets } = withSampledTimes(recorded, {
    phases: [{ when: 'before', sampling: { ...jfrRecording(jfrFile(stacks, '1 ms')), durationMs: 1_000 } }],
    rootCalls: { passes: 1, ms: 1_000, threads: [] },
  });
  return { ...recorded, threads, dataSets, bareSamples: sampledTimes };
}

function lines(snapshot: Snapshot, kind: 'hot' | 'tree'): string[] {
  return [...reportText(snapshot, { view: wholeView(kind), top: null, names: 'short' })];
}

describe('a report of a recording with sampled times', () => {
  it('has them beside the charged ones, with their error, in the order of hot spots; < where there are no samples', () => {
    const text = lines(sampledSnapshot(), 'hot');
    const head = text.findIndex((line) => line.includes('(sampled)  '));
    expect(text[head]).toMatch(
      /Self Time \[.*\] +± .*Self Time \(sampled\) +± +Total Time \(sampled\) +Self Samples/,
    );
    const cells = text.slice(head + 1, head + 5).map((line) => line.trim().split(/ {2,}/));
    expect(cells.map((row) => [row.at(-1), ...row.slice(-6, -2)])).toEqual([
      ['Demo.B()', '300 ms', '35.7 ms', '300 ms', '300'],
      ['Demo.A()', '100 ms', '21.1 ms', '400 ms', '100'],
      ['Demo.C()', '< 3.00 ms', '3.00 ms', '< 3.00 ms', '0'],
      ['Demo.D()', '< 3.00 ms', '3.00 ms', '< 3.00 ms', '0'],
    ]);
    expect(text.find((line) => line.startsWith('Time (sampled)'))).toBe(
      'Time (sampled): of the bare program, 1.00 s before by a timer; 400 of 400 samples in a root, 1.00 ms each. The bare root was called 1.00 times a second.',
    );
  });

  it('says whether each phase is by CPU time', () => {
    const snapshot = sampledSnapshot();
    const [{ source, ...phase }] = ensure(snapshot.bareSamples, 'samples').phases;
    expect(source).toBe('samples');
    const phases = [
      { ...phase, source: 'cpuSamples' as const },
      { ...phase, when: 'after' as const },
    ];
    const told = { ...snapshot, bareSamples: { nsPerSample: 1e6, rootCallsPerSecond: null, phases } };
    expect(lines(told, 'hot').find((line) => line.startsWith('Time (sampled)'))).toMatch(
      /, 1\.00 s before by CPU time, 1\.00 s after; 800 /,
    );
  });

  it('has them where only calls were counted', () => {
    expect(
      lines(sampledSnapshot({ clock: 'none' }), 'tree').find((line) => line.endsWith('Demo.B()')),
    ).toMatch(/300 ms +35\.7 ms +300 ms/);
  });

  it('says in JSON and in CSV what each is from', () => {
    const { threads, bareSamples } = JSON.parse([...reportJson(sampledSnapshot())].join('')) as {
      threads: { tree: { children: { children: object[] }[] } }[];
      bareSamples: object;
    };
    expect(bareSamples).toMatchObject({ nsPerSample: 1e6, rootCallsPerSecond: 1 });
    const [root] = threads[0].tree.children;
    expect(root).toMatchObject({
      sampledNs: 100e6,
      totalSampledNs: 400e6,
      sampledBy: 'samples',
      totalSampledErrorNs: 41_049_969,
    });
    expect(root.children).toContainEqual(
      expect.objectContaining({ method: 'D', sampledNs: 0, sampledErrorNs: 3e6, sampledBy: 'bound' }),
    );
    const [head, ...rows] = [...csvTable(exportedRecording(sampledSnapshot()))].join('').split('\r\n');
    expect(head).toMatch(/,sampledNs,samples,sampled_error_ns,sampled_by$/);
    expect(rows.find((row) => row.includes(',B,'))).toMatch(/,300000000,300,35698704,samples$/);
    expect(rows.find((row) => row.includes(',D,'))).toMatch(/,0,0,3000000,bound$/);
  });

  it.each(TREE_VIEWS.filter((kind) => kind !== 'threads'))(
    'tells each error in the view %s, after a step too',
    (kind) => {
      const steps: readonly Transform[] = [{ kind: 'collapseRecursion', methods: null, directOnly: false }];
      const snapshot = sampledSnapshot();
      const methods = kind === 'callees' ? [snapshot.methods[0].id] : [];
      const json = [...viewJson(snapshot, { ...wholeView(kind), methods, steps }, 10)].join('');
      const told = [...json.matchAll(/"sampledNs":(\d+),[^{}]*"sampledErrorNs":(\d+)/g)];
      expect(told.length).toBeGreaterThan(3);
      for (const [, ns, error] of told)
        expect(Number(error)).toBe(Math.ceil(sampledErrorNs(Number(ns), { nsPerSample: 1e6 })));
    },
  );

  it.each(TREE_VIEWS.filter((kind) => kind !== 'threads'))(
    'divides errors as times in the comparison %s per second',
    (kind) => {
      const snapshot = { ...sampledSnapshot(), durationMs: 4_000 };
      const sides = [
        { name: 'a', snapshot },
        { name: 'b', snapshot: sampledSnapshot() },
      ] as const;
      const methods = kind === 'callees' ? [snapshot.methods[0].id] : [];
      const view = { ...wholeDiffView(kind), methods };
      const json = [...diffViewJson(new RecordingDiff(...sides, 'second'), view, 10)].join('');
      const told = [
        ...json.matchAll(/"sampledNsA":(\d+),"sampledNsB":(\d+),[^{}]*"sampledErrorNs":([\d.]+)/g),
      ];
      expect(told.length).toBeGreaterThan(3);
      const errorOf = (ns: string, nsPerSample: number): number =>
        sampledErrorNs(Number(ns), { nsPerSample });
      for (const [, a, b, error] of told)
        expect(Number(error)).toBeCloseTo(Math.hypot(errorOf(a, 0.25e6), errorOf(b, 1e6)), -1);
    },
  );

  it('tells no error of a ratio, whose times are divided', () => {
    const sides = { name: 'a', snapshot: sampledSnapshot() };
    const compared = (value: string): string => {
      const view = { ...wholeDiffView('hot'), value: parseValue(value) };
      return [...diffText(new RecordingDiff(sides, sides), { view, top: 9, names: 'short' })].join('\n');
    };
    expect(compared('sampledNs')).toMatch(/Δ Self Time \(sampled\) +± +Δ %/);
    expect(compared('sampledNs/calls')).toMatch(/Δ Self Time \(sampled\) \/ Invocations +Δ %/);
  });

  it('has samples by line of the methods that were recorded, with the time that they stand for', () => {
    const { dataSets } = sampledSnapshot();
    expect(dataSets.map(({ id, rows }) => [id, rows])).toEqual([['lines', 3]]);
    const [time, , samples] = dataSets[0].values;
    expect(time).toMatchObject({ id: 'sampledNs', unit: 'ns' });
    expect([...time.values]).toEqual(Array.from(samples.values, (count) => count * 1e6));
  });
});

describe('a thread that is charged with more than it ran', () => {
  const charged = (durationMs: number): string[] => {
    const snapshot = exampleSnapshot('main: 0>A 2000000000<A', { durationMs });
    const threads = snapshot.threads.map((thread) => ({ ...thread, cpu: { ranNs: 0.5e9, readyNs: 0.1e9 } }));
    return lines({ ...snapshot, threads }, 'tree').filter((line) => line.startsWith('Thread "main" is'));
  };

  it('may have waited, where the recording is long enough', () => {
    expect(charged(3_000)).toEqual([
      expect.stringMatching(/ran 500 ms on a core: the other 1\.50 s are waits and sleep/),
    ]);
  });

  it('cannot have waited so long in a short one: then its times are too large', () => {
    expect(charged(1_000)).toEqual([
      expect.stringMatching(/It stood still for 400 ms at most, so 1\.10 s or more are cost of the probes/),
    ]);
  });
});

describe('a report of samples', () => {
  const sampled = jfrRecording(
    jfrFile([...Array<string>(3).fill('main: demo.Demo.A:3 demo.Demo.B:7'), 'main: demo.Demo.A:4']),
  );

  it('has the name first in each line, and no columns of what there is none of', () => {
    const text = lines(sampled, 'tree');
    const head = text.findIndex((line) => line.startsWith('Call Tree'));
    expect(text.slice(head, head + 3).map((line) => line.trimEnd())).toEqual([
      'Call Tree   Total Time [ms]        %        ±  Self Time [ms]  Total Samples  Self Samples',
      'Demo.A()                 40  100.0 %  20.0 ms             ~10              4             1',
      '  Demo.B()               30   75.0 %  17.3 ms              30              3             3',
    ]);
    expect(lines(sampled, 'hot').find((line) => line.includes('Demo.B()'))).toMatch(/^Demo\.B\(\) +30 /);
  });

  it('has names behind the bars of a flame graph', () => {
    const view = wholeView('flame');
    const text = [...reportText(sampled, { view, top: null, names: 'short' })];
    expect(text.find((line) => line.endsWith('Demo.B()'))).toBeDefined();
  });
});
