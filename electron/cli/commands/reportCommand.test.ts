import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../../shared/testing/exampleSnapshot.ts';
import { deepTable } from '../../../shared/testing/tableOf.ts';
import { sluice } from '../testing/commandLine.ts';

interface JsonNode {
  readonly method: string;
  readonly calls: number;
  readonly selfNs: number;
  readonly totalNs: number;
  readonly children: readonly JsonNode[];
}

interface JsonView {
  readonly format: string;
  readonly view: string;
  readonly steps: readonly object[];
  readonly totalNs: number;
  readonly trees: readonly JsonNode[];
  readonly rows: readonly Record<string, unknown>[];
}

let folder = '';
let recording = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  recording = join(folder, 'run.sluice');
  const script = 'main: 0>A 10>B 20>C 40<C 40<B 50>C 90<C 100<A\nworker: 0>C 30<C';
  const methods = { C: { className: 'org.lib.Map', name: 'get', descriptor: '(I)V' } };
  writeFileSync(recording, encodeSnapshot(exampleSnapshot(script, {}, methods)));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('report of a view', () => {
  it('has the same numbers as text and as JSON', async () => {
    const views: string[][] = [
      ['--view', 'tree', '--thread', 'main'],
      ['--view', 'callers', '--method', 'org.lib.Map::get(int)'],
      ['--view', 'callees', '-m', 'demo.Demo::B'],
    ];
    for (const flags of views) {
      const { trees } = await json(flags);
      const inJson = trees.flatMap(numbersOf);
      const text = (await sluice('report', recording, '--names', 'long', ...flags)).out;
      expect(inJson.length).toBeGreaterThan(1);
      for (const { totalNs, selfNs, calls } of inJson) {
        expect(text).toMatch(new RegExp(`^ +${totalNs} .* ${selfNs} .* ${calls} `, 'm'));
      }
    }
  });

  it.each([
    ['selfNs', ['get', 'A', 'B']],
    ['total', ['A', 'get', 'B']],
    ['selfNs/calls', ['A', 'get', 'B']],
  ])('is about the value %s', async (value, first) => {
    const { rows, ...head } = await json(['--view', 'hot', '--value', value]);
    expect(rows.map(({ method }) => method)).toEqual(first);
    expect(head).toMatchObject({ value: value === 'total' ? 'totalNs' : value });
  });

  it.each([
    [
      ['--value', 'colours'],
      /The value "colours" names no metric: "colours" is not known\.\n.*calls, selfNs, totalNs/,
    ],
    [['--value', 'calls/calls'], /is no ratio of two metrics/],
    [['--value', 'calls', '--view', 'timeline'], /The metrics are eventsPerSecond, hotSwaps/],
  ])('refuses %j', async (flags, sentence) => {
    expect(await sluice('report', recording, ...flags)).toMatchObject({
      code: 2,
      err: expect.stringMatching(sentence),
    });
  });

  it('refuses a value of times where there is no clock', async () => {
    const counts = join(folder, 'counts.sluice');
    writeFileSync(counts, encodeSnapshot(exampleSnapshot('main: 0>A 100<A', { clock: 'none' })));
    expect(await sluice('report', counts, '--value', 'calls/self')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is of times, and the recording has none/),
    });
  });

  it('hot spots by package, filtered', async () => {
    const { rows, totalNs } = await json(['--view', 'hot', '--by', 'packages', '--filter', '!demo']);
    expect(rows).toEqual([
      { package: 'org.lib', calls: 3, selfNs: 90, totalNs: 90, errorNs: 12, contexts: 3 },
    ]);
    expect(totalNs).toBe(130);
  });

  it('threads', async () => {
    const { rows } = await json(['--view', 'threads']);
    expect(rows).toEqual([
      { id: 1, name: 'main', virtual: false, calls: 4, totalNs: 100, errorNs: 15, contexts: 4 },
      { id: 2, name: 'worker', virtual: false, calls: 1, totalNs: 30, errorNs: 4, contexts: 1 },
    ]);
  });

  it('takes steps in the order in which they were typed', async () => {
    const mergeFirst = await json(['--merge', 'demo.Demo::A', '--focus', 'demo.Demo::B', '--thread', '1']);
    expect(mergeFirst.trees).toMatchObject([{ totalNs: 30, children: [{ method: 'B', totalNs: 30 }] }]);
    expect(mergeFirst.steps).toEqual([
      { kind: 'mergeMethods', methods: ['demo.Demo.A()'] },
      { kind: 'focusMethods', methods: ['demo.Demo.B()'] },
    ]);
    const dropFirst = await json(['--drop', 'org.lib.**', '--collapse', 'demo.Demo::A', '--thread', 'main']);
    expect(dropFirst.trees[0].children).toMatchObject([{ method: 'A', selfNs: 40, children: [] }]);
    const hidden = await json(['--collapse-recursion', '--hide-below', '25%', '--thread', 'main']);
    expect(hidden.trees[0].children[0].children.map(({ method }) => method)).toEqual(['get', 'B']);
  });

  it('shows the time of roots that are not asked for as that of others', async () => {
    const { trees } = await json(['--view', 'tree', '--by-thread', '--only', 'demo']);
    expect(trees).toMatchObject([
      { totalNs: 100, children: [{ method: 'A', selfNs: 70, children: [{ method: 'B', selfNs: 30 }] }] },
      { totalNs: 30, children: [{ class: '', method: 'other', calls: 1, selfNs: 30 }] },
    ]);
  });

  it('merges all threads, and has a tree for each on demand', async () => {
    const merged = await json(['--view', 'tree']);
    expect(merged).toMatchObject({
      threads: 'all',
      trees: [
        {
          method: 'All 2 threads together',
          totalNs: 130,
          children: [
            { method: 'A', totalNs: 100 },
            { method: 'get', totalNs: 30 },
          ],
        },
      ],
    });
    expect(await json(['--view', 'tree', '--by-thread'])).toMatchObject({
      threads: 'each',
      trees: [
        { method: 'Thread "main" (1)', totalNs: 100 },
        { method: 'Thread "worker" (2)', totalNs: 30 },
      ],
    });
    const heads = (text: string): string[] => text.match(/^(All \d+ threads together|Thread ".*)$/gm) ?? [];
    expect(heads((await sluice('report', recording)).out)).toEqual(['All 2 threads together']);
    expect(heads((await sluice('report', recording, '--by-thread')).out)).toEqual([
      'Thread "main" (1)',
      'Thread "worker" (2)',
    ]);
  });

  it('writes trees as lists on demand, each node with the place of its parent', async () => {
    const { trees } = (await json(['--view', 'tree', '--thread', 'main', '--flat'])) as unknown as {
      trees: { nodes: { method: string; parent: number | null; totalNs: number }[] }[];
    };
    expect(trees[0].nodes.map(({ method, parent, totalNs }) => [method, parent, totalNs])).toEqual([
      ['Thread "main" (1)', null, 100],
      ['A', 0, 100],
      ['get', 1, 40],
      ['B', 1, 30],
      ['get', 3, 20],
    ]);
  });

  it.skipIf(spawnSync('python3', ['--version']).status !== 0)(
    'as lists can be read by a reader that recurses: python3, 1,001 levels (skipped where there is no python3)',
    async () => {
      const deep = join(folder, 'deep.sluice');
      const snapshot = exampleSnapshot('main: 0>A 1>B 2<B 3<A');
      const thread = { ...snapshot.threads[0], table: deepTable(1_001, 2) };
      writeFileSync(deep, encodeSnapshot({ ...snapshot, threads: [thread] }));
      const script = [
        'import json, sys',
        'nodes = json.load(sys.stdin)["threads"][0]["tree"]["nodes"]',
        'depth = []',
        'for node in nodes: depth.append(0 if node["parent"] is None else depth[node["parent"]] + 1)',
        'print(len(nodes), max(depth), sum(node["selfNs"] for node in nodes) == nodes[0]["totalNs"])',
      ].join('\n');
      const { bytes } = await sluice('report', deep, '--format', 'json', '--flat');
      const { stdout, stderr } = spawnSync('python3', ['-c', script], { input: bytes, encoding: 'utf8' });
      expect([stdout, stderr]).toEqual(['1002 1001 True\n', '']);
    },
  );

  it('without a view is the whole recording as JSON, as ever', async () => {
    for (const flags of [[], ['--by-thread']]) {
      const { out } = await sluice('report', recording, '--format', 'json', ...flags);
      expect((JSON.parse(out) as JsonView).format).toBe('sluice-report');
    }
  });

  it.each([
    [['--view', 'hot', '--by-thread'], /--by-thread says nothing of --view hot/],
    [['--by-thread', '--thread', 'main'], /--by-thread shows a tree for every thread/],
    [['--flat'], /--flat is of --format json/],
    [['--view', 'callees'], /Callees are those of a method: --method PATTERN/],
    [['--hide-below', 'much'], /A percentage from 0 to 100/],
    [['--filter', 're:('], /\( is no regular expression/],
    [['--focus', 'a.B::'], /a\.B::/],
    [['--filter', ''], /The filter is empty/],
    [['--filter', 'nosuchword'], /No method of the recording passes the filter "nosuchword"/],
    [['--only', 'demo,'], /Names of packages are needed/],
    [['--only', 'no.such'], /No method of the recording is in no\.such/],
    [['--thread', ''], /no thread ""/],
    [['--by', 'classes'], /--by says nothing of --view tree\.\n *Take --view hot/],
    [['--view', 'hot', '--method', 'demo.Demo::B'], /--method says nothing of --view hot/],
    [['--view', 'timeline', '--thread', 'main'], /--view timeline is a table of the whole recording/],
    [['--view', 'overhead', '--hide-below', '1'], /--view overhead is a table of the whole recording/],
  ])('%j ends with 2 and a sentence', async (flags, sentence) => {
    const { code, err, out } = await sluice('report', recording, ...flags);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
  });

  it('says what the recording does not have', async () => {
    const noMethod = await sluice('report', recording, '--view', 'callers', '-m', 'a.B::c');
    expect(noMethod).toMatchObject({ out: '', err: expect.stringContaining('No method') as string });
    const noThread = await sluice('report', recording, '--thread', 'x');
    expect(noThread.err).toContain('It has "main" (1), "worker" (2).');
    expect([noMethod.code, noThread.code]).toEqual([2, 2]);
  });
});

async function json(flags: readonly string[]): Promise<JsonView> {
  const { out, err } = await sluice('report', recording, '--format', 'json', ...flags);
  expect(err).toBe('');
  return JSON.parse(out) as JsonView;
}

function numbersOf(node: JsonNode): JsonNode[] {
  return node.children.flatMap((child) => [child, ...numbersOf(child)]);
}
