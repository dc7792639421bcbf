import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BYTECODES } from '../../../shared/events/amounts.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { ROOT_CALLS_SET } from '../../../shared/recording/sets/rootCallSets.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../../shared/testing/exampleSnapshot.ts';
import { failureLines } from '../../../shared/gates/failureLines.ts';
import type { GateFailure } from '../../../shared/gates/gate.ts';
import { sluice } from '../testing/commandLine.ts';

/** B is called 3 times instead of 2, each 20 µs instead of 10; D instead of C. Errors are some ns. */
const before = exampleSnapshot('main: 0>A 10000>B 20000<B 20000>B 30000<B 40000>C 60000<C 100000<A');
const after = exampleSnapshot(
  'main: 0>A 10000>B 30000<B 30000>B 50000<B 50000>B 70000<B 80000>D 85000<D 145000<A',
);

const rootCalls = (parts: Readonly<Record<string, number>>): DataSet => ({
  ...{ id: ROOT_CALLS_SET, title: 'Root Calls', rows: Object.keys(parts).length, links: [] },
  texts: [{ id: 'part', title: 'Part', texts: Object.keys(parts) }],
  values: [
    {
      ...{ id: 'calls', title: 'Calls', unit: 'count', isExact: true },
      values: Float64Array.from(Object.values(parts)),
    },
  ],
});

describe('diff', () => {
  let folder = '';
  let a = '';
  let b = '';
  let counts = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
    [a, b, counts] = ['a', 'b', 'c'].map((name) => join(folder, `${name}.sluice`));
    writeFileSync(a, encodeSnapshot(before));
    writeFileSync(b, encodeSnapshot(after));
    writeFileSync(counts, encodeSnapshot(exampleSnapshot('main: >A <A', { clock: 'none' })));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows a table, and passes without gates', async () => {
    const { code, out, err } = await sluice('diff', a, b, '--names', 'short');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('gone   Demo.C()');
    expect(out).toContain('new    Demo.D()');
  });

  it('finds what is called several times as often, and finds nothing in what grew less', async () => {
    const often = join(folder, 'often.sluice');
    const calls = Array.from({ length: 7 }, (_, i) => `${10_000 + i * 20}>B ${10_010 + i * 20}<B`).join(' ');
    writeFileSync(often, encodeSnapshot(exampleSnapshot(`main: 0>A ${calls} 40000>C 60000<C 100000<A`)));
    const sentence =
      'demo.Demo.B() is called 7 times per root call by demo.Demo.A(), 2 before: 3.500 times as often (counted exactly).';
    const { code, out, err } = await sluice('diff', a, often, '--view', 'findings', '--format', 'json');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`"finding":"${sentence}"`);
    expect((await sluice('diff', a, b, '--view', 'findings', '--format', 'json')).out).not.toContain(
      'per root call',
    );
  });

  it('ends with 5 when a gate fails, and says which', async () => {
    const { code, err } = await sluice('diff', a, b, '--fail-on', 'calls>0', '--fail-on', 'total>1s');
    expect(code).toBe(5);
    expect(err).toBe('FAILED calls>0: the recording as a whole: Invocations 4 -> 5 (+25.0 %)');
    expect(await sluice('diff', a, b, '--fail-on', 'total>1s')).toMatchObject({
      code: 0,
      err: 'passed: total>1s',
    });
  });

  it('tells failed gates in its JSON', async () => {
    const { code, out } = await sluice('diff', a, b, '--format', 'json', '--fail-on', 'calls:demo.Demo::B>0');
    expect(code).toBe(5);
    expect(JSON.parse(out)).toMatchObject({
      format: 'sluice-diff',
      failed: [{ gate: 'calls:demo.Demo::B>0', method: 'demo.Demo.B()', a: 2, b: 3, error: 0 }],
    });
  });

  it.each([
    [['--fail-on', 'calls:no.such.**>0'], 2, /no\.such\.\*\* matches no method that either recording calls/],
    [['--fail-on', 'self>5'], 2, /a time needs a unit/],
    [['--fail-on', 'calls/selfNs:**>5'], 2, /selfNs is not exact, so nothing can be judged per it/],
    [['--fail-on', 'colours>5'], 2, /the metric "colours" is not known/],
    [['--view', 'fire'], 2, /There are tree, hot/],
  ])('%j ends with %i and a sentence', async (args, code, sentence) => {
    const result = await sluice('diff', a, b, ...args);
    expect(result).toMatchObject({ code, out: '' });
    expect(result.err).toMatch(sentence);
  });

  it('cannot judge times without a clock', async () => {
    const { code, err } = await sluice('diff', a, counts, '--fail-on', 'total>1%');
    expect([code, err]).toEqual([2, expect.stringContaining('judges times, and a recording has none')]);
  });

  it('compares the threads of one name', async () => {
    const pooled = join(folder, 'pooled.sluice');
    writeFileSync(pooled, encodeSnapshot(exampleSnapshot('pool: 0>A 9<A\nmain: 0>A 30000<A')));
    const { code, out } = await sluice('diff', a, pooled, '--thread', 'main', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      a: { threads: [1] },
      b: { threads: [2] },
      tree: { totalNsA: 100_000, totalNsB: 30_000 },
    });
    const unknown = await sluice('diff', a, pooled, '--thread', 'pool');
    expect(unknown.code).not.toBe(0);
    expect(unknown.err).toMatch(/a\.sluice: The recording has no thread "pool"\..*"main" \(1\)/s);
  });

  it.each([
    [
      ['--view', 'hot', '--by', 'classes'],
      { view: 'hot', by: 'classes', rows: [{ class: 'demo.Demo', callsA: 4, callsB: 5 }] },
    ],
    [
      ['--view', 'threads'],
      { view: 'threads', rows: [{ thread: 'main', callsA: 4, callsB: 5, totalNsB: 145_000 }] },
    ],
    [
      ['--view', 'callees', '--method', 'demo.Demo::B'],
      { view: 'callees', tree: { children: [{ method: 'B', callsA: 2, callsB: 3, children: [] }] } },
    ],
    [
      ['--view', 'callers', '--method', 'demo.Demo::D'],
      { view: 'callers', tree: { children: [{ method: 'D', sides: 'b', children: [{ method: 'A' }] }] } },
    ],
    [
      ['--merge', 'demo.Demo::B'],
      {
        view: 'tree',
        steps: [{ kind: 'mergeMethods' }],
        tree: { children: [{ method: 'A', selfNsB: 140_000 }] },
      },
    ],
  ])('%j has its rows as JSON', async (args, shown) => {
    const { code, out } = await sluice('diff', a, b, ...args, '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ format: 'sluice-diff-view', version: 2, timed: true, ...shown });
  });

  it('shows callers and threads as text', async () => {
    const callers = await sluice('diff', a, b, '--view', 'callers', '--names', 'short');
    expect(callers.out).toMatch(/Back Traces\n.* {2}Demo\.B\(\)\n.* {2}Demo\.A\(\)\n/);
    expect(callers.out).toMatch(/gone Demo\.C\(\)/);
    const threads = await sluice('diff', a, b, '--view', 'threads');
    expect(threads.out).toMatch(/Thread\n +100\.000 +145\.000 +\+45\.000 +\+45\.0 %.* main\n$/);
  });

  it('of root calls compares the parts of the time that both recordings have', async () => {
    const [short, long] = ['shortRoots', 'longRoots'].map((name) => join(folder, `${name}.sluice`));
    const calls = { all: 9, '0 to 1 s': 4 };
    writeFileSync(short, encodeSnapshot({ ...before, dataSets: [rootCalls({ ...calls, '1 to 2 s': 5 })] }));
    writeFileSync(long, encodeSnapshot({ ...before, dataSets: [rootCalls({ ...calls, '0 to 2 s': 5 })] }));
    const { out } = await sluice('diff', short, long, '--view', ROOT_CALLS_SET, '--format', 'json');
    const { rows } = JSON.parse(out) as { readonly rows: readonly { readonly part: string }[] };
    expect(rows.map(({ part }) => part).sort()).toEqual(['0 to 1 s', 'all']);
  });

  it('compares and judges recordings of other lengths as they are, by root call where asked, and says so', async () => {
    const work = '0>A 10000>B 20000<B 40000<A';
    const [short, long] = ['short', 'long'].map((name) => join(folder, `${name}.sluice`));
    writeFileSync(short, encodeSnapshot(exampleSnapshot(`main: ${work}`)));
    const thrice = [0, 1, 2].map((i) => work.replace(/\d+/g, (at) => String(Number(at) + 40_000 * i)));
    writeFileSync(long, encodeSnapshot(exampleSnapshot(`main: ${thrice.join(' ')}`, { durationMs: 7_500 })));
    const warning = /^warning: A ran for 2\.50 s with 1 root call, B for 7\.50 s with 3 root calls: /;
    const gate = ['--fail-on', 'calls:**>0', '--fail-on', 'total>1%'];

    const byRootCall = await sluice(
      ...['diff', short, long, ...gate, '--format', 'json', '--per', 'root-call'],
    );
    expect([byRootCall.code, byRootCall.err]).toEqual([0, expect.stringMatching(warning)]);
    expect(byRootCall.err).toMatch(/all numbers are per root call\.\npassed: /);
    expect(JSON.parse(byRootCall.out)).toMatchObject({
      per: { basis: 'root-call', unitsA: 1, unitsB: 3 },
      tree: { children: [{ method: 'A', callsA: 1, callsB: 1, totalNsA: 40_000, totalNsB: 40_000 }] },
    });

    const asRecorded = await sluice('diff', short, long, ...gate);
    expect([asRecorded.code, asRecorded.err]).toEqual([5, expect.stringMatching(warning)]);
    expect(asRecorded.err).toMatch(
      /numbers are as recorded, and can be compared per root call \(--per root-call\)\.\nFAILED calls.*Invocations 1 -> 3 \(\+200\.0 %\)/,
    );
    expect(asRecorded.out).toContain('\nDifferences are B - A, as recorded. ');
    const plain = await sluice('diff', short, long);
    expect(plain.out, 'the same table with gates and without').toBe(asRecorded.out);

    const bySecond = await sluice('diff', short, long, '--per', 'second', '--fail-on', 'calls:**>-1');
    expect(bySecond.err).toMatch(/FAILED .*: Invocations 0\.400 -> 0\.400 per second/);
  });

  it.each([
    [
      'a root call more that works less hides nothing',
      '0>A 1>B 2<B 3<A',
      '0>A 1>B 2<B 3>B 4<B 5<A 6>A 7<A',
      5,
    ],
    ['a root call less fails nothing that is unchanged', '0>A 1>B 2<B 3<A 4>A 5<A', '0>A 1>B 2<B 3<A', 0],
  ])('judges what was counted: %s', async (_, ofA, ofB, expected) => {
    const [few, many] = ['few', 'many'].map((name) => join(folder, `${name}.sluice`));
    writeFileSync(few, encodeSnapshot(exampleSnapshot(`main: ${ofA}`, { clock: 'none' })));
    writeFileSync(many, encodeSnapshot(exampleSnapshot(`main: ${ofB}`, { clock: 'none' })));
    const gate = ['--fail-on', 'calls:demo.Demo::B>0'];
    const { code, err } = await sluice('diff', few, many, ...gate);
    expect([code, err]).toEqual([
      expected,
      expect.stringMatching(/^warning: A has . root calls?, B . root calls?: numbers are as/),
    ]);
  });

  it.each([1_000, 250, 10_000])('never judges by wall time: B took %i ms', async (durationMs) => {
    // Root calls that differ by one, as where threads race for the outermost call.
    const script = (rootCalls: number): string =>
      `main: 0>A 1>B 2<B 3<A ${'4>A 5<A '.repeat(rootCalls - 1)}`.trim();
    const [one, other] = ['one', 'other'].map((name) => join(folder, `${name}.sluice`));
    const counted = { clock: 'none', durationMs: 400 } as const;
    writeFileSync(one, encodeSnapshot(exampleSnapshot(script(101), counted)));
    writeFileSync(other, encodeSnapshot(exampleSnapshot(script(100), { ...counted, durationMs })));
    const gates = ['calls:demo.Demo::B>0', 'calls:demo.Demo::B<0'].flatMap((gate) => ['--fail-on', gate]);
    expect(await sluice('diff', one, other, ...gates)).toMatchObject({ code: 0 });
    expect((await sluice('diff', one, one, ...gates)).err).toMatch(/^passed: /);
  });

  it('refuses to judge bytes of objects that are laid out differently, and judges their numbers', async () => {
    const made = (name: string, arrayBaseBytes: number): string => {
      const path = join(folder, `${name}.sluice`);
      const snapshot = exampleSnapshot('main: >A <A', { clock: 'none', metrics: 'calls,objects' });
      const threads = snapshot.threads.map((thread) => {
        const column = (value: number): Float64Array => Float64Array.of(0, value);
        const more = new Map([
          ['objects', column(2)],
          ['elements', column(0)],
          ['bytes', column(2 * arrayBaseBytes)],
        ]);
        return { ...thread, table: { ...thread.table, more } };
      });
      const layout = {
        alignmentBytes: 8,
        referenceBytes: 4,
        arrayBaseBytes,
        wideArrayBaseBytes: arrayBaseBytes,
      };
      writeFileSync(path, encodeSnapshot({ ...snapshot, threads, layout }));
      return path;
    };
    const [narrow, wide] = [made('narrow', 16), made('wide', 24)];
    for (const gate of ['bytes>+5%', 'bytes:demo.**>0', 'totalBytes:demo.**>0', 'bytes:new demo.**>0']) {
      const { code, err } = await sluice('diff', narrow, wide, '--fail-on', gate);
      expect([code, err], gate).toEqual([
        2,
        expect.stringMatching(
          /judges bytes, and the JVMs lay objects out differently: A arrayBaseBytes 16, .*B arrayBaseBytes 24/,
        ),
      ]);
    }
    const objects = await sluice('diff', narrow, wide, '--fail-on', 'objects>0');
    expect([objects.code, objects.err]).toEqual([
      0,
      expect.stringMatching(/other layouts of objects.*\npassed: objects>0$/s),
    ]);
    expect(await sluice('diff', wide, made('again', 24), '--fail-on', 'bytes>0')).toMatchObject({ code: 0 });
  });

  it('takes a side that called nothing for zero, where it was asked to count', async () => {
    const asked = { clock: 'none', metrics: 'calls,bytecodes,objects' } as const;
    const empty = join(folder, 'empty.sluice');
    writeFileSync(empty, encodeSnapshot({ ...exampleSnapshot('main: >A <A', asked), threads: [] }));
    const gates = ['objects>0', 'bytecodes>0', 'objects:new demo.**>0'].flatMap((gate) => [
      '--fail-on',
      gate,
    ]);
    expect(await sluice('diff', empty, empty, ...gates)).toMatchObject({ code: 0 });
    // Where nobody asked nothing is known.
    expect(await sluice('diff', a, a, '--fail-on', 'objects>0')).toMatchObject({ code: 2 });
  });

  it('tells of a gate with many failures those that changed most, and the rest by package', () => {
    const failure = (method: string, b: number): GateFailure => ({
      ...{ gate: 'calls:**>0', method, a: 0, b, error: 0, sentence: `calls:**>0: ${method} 0 -> ${b}` },
    });
    const many = Array.from({ length: 500 }, (_, i) =>
      failure(`org.h2.p${i % 2}.Value${i}.get(int, java.util.List)`, i < 10 ? 1_000 : 1),
    );
    const lines = [
      ...failureLines([...many, { ...failure('Main.main()', 1), gate: 'calls>0', sentence: 'whole' }]),
    ];
    expect(lines).toHaveLength(13);
    expect(lines.slice(9)).toEqual([
      'calls:**>0: org.h2.p1.Value9.get(int, java.util.List) 0 -> 1000',
      'calls:**>0: 245 more of org.h2.p0',
      'calls:**>0: 245 more of org.h2.p1',
      'whole',
    ]);
    const everywhere = many.map((each, i) => ({ ...each, method: `org.lib.part${i}.A.a()` }));
    expect([...failureLines(everywhere)].at(-1)).toBe('calls:**>0: 490 more of org.lib.**');
  });

  it('judges a method that was renamed as one, by either name, and says so', async () => {
    const named = (file: string, name: string, bytecodes: number): string => {
      const path = join(folder, `${file}.sluice`);
      const snapshot = exampleSnapshot(`main: >A >${name} <${name} <A`, {
        clock: 'none',
        metrics: 'calls,bytecodes',
      });
      const threads = snapshot.threads.map((thread) => {
        const more = new Map([[BYTECODES, Float64Array.of(0, 5, bytecodes)]]);
        return { ...thread, table: { ...thread.table, more } };
      });
      writeFileSync(path, encodeSnapshot({ ...snapshot, threads }));
      return path;
    };
    const [old, fresh, slower] = [
      named('old', 'load', 7),
      named('fresh', 'read', 7),
      named('slower', 'read', 8),
    ];
    for (const gate of ['bytecodes:demo.**>0', 'calls:demo.Demo::load>0', 'calls:demo.Demo::read>0']) {
      const { code, err } = await sluice('diff', old, fresh, '--fail-on', gate);
      expect([code, err], gate).toEqual([
        0,
        expect.stringContaining(
          'Taken for renamed, as they did exactly the same: demo.Demo.load() is demo.Demo.read().',
        ),
      ]);
    }
    expect(await sluice('diff', old, slower, '--fail-on', 'bytecodes:demo.**>0')).toMatchObject({ code: 5 });
  });

  it('names the recording that cannot be read', async () => {
    const { code, err } = await sluice('diff', a, join(folder, 'none.sluice'));
    expect([code, err]).toEqual([1, expect.stringMatching(/none\.sluice could not be read/)]);
  });
});
