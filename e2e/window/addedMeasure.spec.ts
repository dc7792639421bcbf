import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleScript } from '../../build/bundleScript.mjs';
import { bundlePage, removePage } from '../../renderer/testing/fakeServer.ts';
import { addedLines } from '../fixtures/addedLines.ts';
import { spawnCli } from '../fixtures/cli.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { targetCommand } from '../fixtures/targets.ts';
import { button, expect, test as base, tree } from './fakeWindow.ts';

/**
 * A metric that probes measure is a kind of probe, which is a file of its own (shared/testing/addedProbe.ts here), and a line in each of
 * four: what a word says of it, what it is called, by which word it is asked for, and who puts it in. The command line and the page here
 * are bundled with those lines. Nothing else names it: not the agent, nor the tree, the file, a view, a report, a gate or an export.
 */
const ADDED = addedLines({
  'shared/events/amounts.ts': {
    ...{ behind: '[BYTECODES, BYTECODES_ERROR', line: `, 'stores', 'storesError'` },
  },
  'shared/metrics/furtherMetrics.ts': {
    behind: 'FURTHER_METRICS: readonly FurtherMetric[] = [',
    line: `{ id: 'stores', title: 'Stores', unit: 'count', isExact: true, part: 'stores', errorId: 'storesError' },
      { id: 'storesError', title: 'Stores ±', unit: 'count', isExact: true, part: 'stores' },`,
  },
  'shared/recording/options/chosenMetrics.ts': {
    behind: "cost: '0.5 to 2 ns an object',\n  },",
    line: `stores: { title: 'Stores', hint: 'Into arrays.', cost: '3 ns a store', help: 'stores: into arrays' },`,
  },
  'shared/bytecode/probeKinds.ts': {
    ...{ behind: '[bytecodeCounters, ', line: 'addedProbe, ' },
    imports: { names: 'addedProbe', from: 'addedProbe.ts' },
  },
});

const RENDERER = fileURLToPath(new URL('../../renderer', import.meta.url));

const test = base.extend<object, { readonly pageFolder: string; readonly script: string }>({
  pageFolder: [
    async ({}, use) => {
      const folder = await bundlePage(RENDERER, [ADDED]);
      await use(folder);
      await removePage(folder);
    },
    { scope: 'worker' },
  ],
  /** The command line. */
  script: [
    async ({}, use, { workerIndex }) =>
      use(await bundleScript('electron/cli/sluice.ts', `addedMeasure/${workerIndex}`, [ADDED])),
    { scope: 'worker' },
  ],
});

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-added-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function sluice(
  script: string,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const { stdin, stdout, stderr, code } = spawnCli(args, script);
  stdin.end();
  return { code: await code, out: stdout.text, err: stderr.text };
}

/** @param words what the program is told */
async function recorded(
  script: string,
  name: string,
  words: readonly string[],
  root = 'Stores::root',
): Promise<string> {
  const file = join(folder, `${name}.sluice`);
  const java = [JDKS[JDKS.length - 1].tool('java'), ...targetCommand(JDKS[JDKS.length - 1], 'Stores', words)];
  const options = ['--root', root, '--metrics', 'stores,calls', '--clock', 'none'];
  const { code, err } = await sluice(script, 'launch', ...options, '--output', file, '--', ...java);
  expect(code, err).toBe(0);
  return file;
}

interface Row {
  readonly method: string;
  readonly calls: number;
  readonly stores: number;
  readonly totalStores: number;
  readonly storesError: number;
}

test('a measured metric that is added is in recordings, reports, comparisons, gates and exports', async ({
  script,
}) => {
  const once = await recorded(script, 'once', ['run']);
  const json = await sluice(script, 'report', once, '--view', 'hot', '--format', 'json');
  const { rows } = JSON.parse(json.out) as { readonly rows: readonly Row[] };
  const picture = ({ method, calls, stores, totalStores, storesError }: Row): string =>
    `${method}×${calls} ${stores}/${totalStores} ± ${storesError}`;
  expect(rows.map(picture).sort()).toEqual([
    'fill×2 15/15 ± 0',
    'keep×3 3/3 ± 0', // else too short to be more than counted
    'names×1 2/2 ± 2',
    'refused×1 1/1 ± 1',
    'root×1 0/21 ± 0',
  ]);
  const text = await sluice(script, 'report', once, '--view', 'hot', '--value', 'stores/calls');
  expect(text.out).toMatch(/Self Stores \/ Invocations/);
  expect(text.out).toMatch(/ 7\.5.* 15 .*Stores\.fill/);

  const twice = await recorded(script, 'twice', ['run', 'run']);
  const diff = await sluice(script, 'diff', once, twice, '--view', 'hot', '--value', 'stores');
  expect(diff.out).toMatch(/Self Stores A +Self Stores B +Δ Self Stores/);
  expect(diff.out).toMatch(/ 15 +30 +\+15 +\+100\.0 % .*Stores\.fill/);
  const gate = (condition: string): Promise<{ code: number }> =>
    sluice(script, 'diff', once, twice, '--fail-on', condition);
  expect((await gate('stores:Stores::fill>14')).code).toBe(5);
  expect((await gate('stores:Stores::fill>15')).code).toBe(0);
  // 2 more, of which 4 may have been none.
  expect((await gate('stores:Stores::names>0')).code).toBe(0);

  const csv = await sluice(script, 'convert', once, '--format', 'csv', '-o', '-');
  expect(csv.out.split('\r\n')[0]).toMatch(/,stores,storesError$/);
  const stacks = await sluice(
    script,
    'convert',
    once,
    '--format',
    'collapsed',
    '--value',
    'stores',
    '-o',
    '-',
  );
  expect(stacks.out).toContain('Stores.root();Stores.fill(int) 15');
});

test('one of which nothing happened is 0, and not missing', async ({ script }) => {
  const none = await recorded(script, 'none', ['other'], 'Stores::none');
  const { code, out, err } = await sluice(script, 'report', none, '--view', 'hot', '--value', 'stores');
  expect(code, err).toBe(0);
  expect(out).toContain('Self Stores');
});

test('it is a box of the form, and columns of the window', async ({ script, window, server }) => {
  const once = await recorded(script, 'window', ['run']);
  server.files.set('once.sluice', readFileSync(once));
  await button(window, 'Try the demo').click();
  await expect(window.getByRole('checkbox', { name: 'Stores' })).not.toBeChecked();
  await window.evaluate(async (file) => {
    const bytes = await (await fetch(file)).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, file);
  }, 'once.sluice');
  await expect(tree(window).getByRole('columnheader', { name: 'Total Stores', exact: true })).toBeVisible();
  await expect(tree(window).getByRole('row', { name: /root\(\)/ })).toContainText('21');
});
