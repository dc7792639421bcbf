import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSnapshot } from '../../shared/model/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { sluice } from './testing/commandLine.ts';

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
    const { trees } = await json(['--view', 'tree', '--only', 'demo']);
    expect(trees).toMatchObject([
      { totalNs: 100, children: [{ method: 'A', selfNs: 70, children: [{ method: 'B', selfNs: 30 }] }] },
      { totalNs: 30, children: [{ class: '', method: 'other', calls: 1, selfNs: 30 }] },
    ]);
  });

  it('without a view is the whole recording as JSON, as ever', async () => {
    for (const flags of [[], ['--view', 'instrumentation']]) {
      const { out } = await sluice('report', recording, '--format', 'json', ...flags);
      expect((JSON.parse(out) as JsonView).format).toBe('sluice-report');
    }
  });

  it.each([
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
    [['--view', 'timeline', '--thread', 'main'], /--view timeline is of the whole recording/],
    [['--view', 'overhead', '--hide-below', '1'], /--view overhead is of the whole recording/],
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
