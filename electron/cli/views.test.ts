import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEAP_VIEWS } from '../../shared/hprof/views/heapQuestion.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { TREE_VIEWS, viewFacts } from '../../shared/rows/views.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { RECORDING_TABLES } from '../../shared/tables/recordingTables.ts';
import { sluice } from './testing/commandLine.ts';

let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  file = join(folder, 'run.sluice');
  writeFileSync(file, encodeSnapshot(exampleSnapshot('main: 0>A 10>B 40<B 50>C 60<C 100<A')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
const methodOf = (view: string): string[] => (view === 'callees' ? ['--method', 'demo.Demo::A'] : []);

const VIEWS = [
  ...TREE_VIEWS.map((name) => ({ ...viewFacts(name), isTable: false })),
  ...RECORDING_TABLES.map((view) => ({ ...view, name: view.id, isTable: true })),
];

describe.each(VIEWS)('the view $name', ({ name, title, shows, isTable }) => {
  it('is a value of --view, and shows something', async () => {
    const { code, out, err } = await sluice('report', file, '--view', name, ...methodOf(name));
    expect([code, err]).toEqual([0, '']);
    if (!isTable) expect(out).toContain(name === 'threads' ? 'main' : 'Demo.B()');
  });

  it('is in the help of --view with what it shows', async () => {
    const help = (await sluice('report', '--help')).out;
    expect(help.replaceAll(/\s+/g, ' ')).toContain(` ${name} ${shows.replaceAll(/\s+/g, ' ')}`);
  });

  it('is told in the documents, by its name and its title', () => {
    expect(page('guide.md')).toMatch(new RegExp(`\\| \`${name}\` +\\| ${title} `));
  });
});

it('the JSON of views is told by their names', () => {
  const formats = page('formats.md');
  expect(formats).toContain(`${TREE_VIEWS.slice(0, -1).join(', ')} or ${TREE_VIEWS.at(-1)}\n`);
  expect(formats).toContain(`a table (${RECORDING_TABLES.map(({ id }) => id).join(', ')})`);
});

it.each(HEAP_VIEWS)('the view %s of a heap dump is told in the documents', (name) => {
  expect(page('heap.md')).toContain(`\n| \`${name}\` `);
});

it.each(VIEWS)(
  'the view $name is JSON under its name, and compares two recordings',
  async ({ name, isTable }) => {
    const report = await sluice('report', file, '--view', name, '--format', 'json', ...methodOf(name));
    expect(JSON.parse(report.out)).toMatchObject({ format: 'sluice-view', view: name });
    const diff = await sluice('diff', file, file, '--view', name, '--format', 'json', ...methodOf(name));
    expect(JSON.parse(diff.out)).toMatchObject({
      format: isTable ? 'sluice-view' : 'sluice-diff-view',
      view: name,
    });
  },
);

it.each([
  ['callTree', 'tree'],
  ['hotSpots', 'hot'],
  ['backTraces', 'callers'],
  ['flameGraph', 'flame'],
])('%s is understood as %s for a release', async (former, present) => {
  const json = async (view: string) => (await sluice('report', file, '--view', view, '--format', 'json')).out;
  expect(await json(former)).toBe(await json(present));
  expect((await sluice('report', '--help')).out).not.toContain(former);
});

it('a flame graph is a bar for each context, at its place within its caller', async () => {
  const { out } = await sluice('report', file, '--view', 'flame', '--names', 'short');
  expect(out.split('\n').filter((line) => line.includes('Demo.'))).toEqual([
    '████████████████████████████████████████  100.0 %  Demo.A()',
    '████████████                               30.0 %    Demo.B()',
    '            ████                           10.0 %    Demo.C()',
  ]);
});

it('packages are bars as long as their self time, the classes and methods in them below', async () => {
  const { out } = await sluice('report', file, '--view', 'packages', '--names', 'short');
  const lines = out.split('\n').filter((line) => line.includes('█'));
  expect(lines.map((line) => [line.slice(0, 42).trimEnd(), line.replace(/^.* {2}(?=\S)/, '')])).toEqual([
    ['████████████████████████████████████████', 'demo'],
    ['████████████████████████████████████████', 'demo.Demo'],
    ['████████████████████████', 'Demo.A()'],
    ['                        ████████████', 'Demo.B()'],
    ['                                    ████', 'Demo.C()'],
  ]);
});

it('packages are JSON by package, class and method, of methods that pass alone', async () => {
  const asked = ['--view', 'packages', '--filter', 'B', '--format', 'json'];
  const { trees } = JSON.parse((await sluice('report', file, ...asked)).out);
  const [inPackage] = trees[0].children;
  expect(inPackage).toMatchObject({ package: 'demo', selfNs: 30, calls: 1 });
  expect(inPackage.children[0]).toMatchObject({ class: 'demo.Demo', selfNs: 30 });
  expect(inPackage.children[0]).not.toHaveProperty('method');
  expect(inPackage.children[0].children).toMatchObject([
    { class: 'demo.Demo', method: 'B', descriptor: '()V', selfNs: 30, children: [] },
  ]);
});

it('another name is refused with all that there are', async () => {
  const { code, err } = await sluice('report', file, '--view', 'fire');
  expect(code).toBe(2);
  expect(err).toContain(`There are ${VIEWS.map(({ name }) => name).join(', ')}.`);
  expect((await sluice('diff', file, file, '--view', 'fire')).err).toContain(TREE_VIEWS.join(', '));
});
