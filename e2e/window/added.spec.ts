import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Page } from '@playwright/test';
import { exportedBundle } from '../../build/bundle.mjs';
import { recordingPageOf } from '../../build/recordingPage.mjs';
import {
  bundlePage,
  removePage,
  startFakeServer,
  type FakeServer,
} from '../../renderer/testing/fakeServer.ts';
import { htmlPage } from '../../shared/export/htmlPage.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { EXAMPLE_SET } from '../../shared/testing/exampleDataSet.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { addedLines } from '../fixtures/addedLines.ts';
import { button, expect, idle, test as base, tree } from './fakeWindow.ts';

/**
 * What is added in one file, by one line in the registry, is in the window and in an HTML export: the page here is bundled with those
 * lines. The command line: furtherMetric.test.ts, addedOption.test.ts, addedView.test.ts and dataSets.test.ts in electron/cli. The log:
 * shared/recording/options/options.test.ts.
 */
const additions = addedLines({
  'shared/metrics/furtherMetrics.ts': {
    ...{ behind: 'FURTHER_METRICS: readonly FurtherMetric[] = [', line: 'ADDED_METRIC,' },
    imports: { names: 'ADDED_METRIC', from: 'addedMetric.ts' },
  },
  'shared/recording/options/options.ts': {
    ...{ behind: 'export const OPTIONS = {', line: 'fakeNoise: ADDED_OPTION,' },
    imports: { names: 'ADDED_OPTION', from: 'addedOption.ts' },
  },
  'shared/tables/recordingTables.ts': {
    ...{ behind: 'RECORDING_TABLES: readonly RecordingTable[] = [', line: 'ADDED_TABLE,' },
    imports: { names: 'ADDED_TABLE', from: 'addedTable.ts' },
  },
});

const RENDERER = fileURLToPath(new URL('../../renderer', import.meta.url));

const test = base.extend<object, { readonly pageFolder: string }>({
  pageFolder: [
    async ({}, use) => {
      const folder = await bundlePage(RENDERER, [additions]);
      await use(folder);
      await removePage(folder);
    },
    { scope: 'worker' },
  ],
});

/** With the metric, the option, and a data set that nobody knows either. */
function recording(sparksOfB = 30, fakeNoise = true): Snapshot {
  const { threads, ...rest } = exampleSnapshot('main: 0>A 10>B 30<B 40>B 50<B 100<A', {
    dataSets: [EXAMPLE_SET],
  });
  const more = new Map([['sparks', Float64Array.of(0, 2, sparksOfB)]]);
  const withMore = threads.map((thread) => ({ ...thread, table: { ...thread.table, more } }));
  return { ...rest, threads: withMore, ...{ fakeNoise } };
}

async function open(window: Page, server: FakeServer, name: string, snapshot: Snapshot): Promise<void> {
  server.files.set(name, encodeSnapshot(snapshot));
  await window.evaluate(async (file) => {
    const bytes = await (await fetch(file)).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, file);
  }, name);
}

async function expectTables(window: Page): Promise<void> {
  await window.getByRole('tab', { name: 'Letters' }).click();
  await expect(window.getByRole('grid', { name: 'Letters' }).getByRole('row')).toHaveText([
    'LetterMethodsCallsSelf [ns]',
    'A1170',
    'B1230',
  ]);
  await window.getByRole('tab', { name: 'Locks' }).click();
  await expect(window.getByRole('grid', { name: EXAMPLE_SET.title }).getByRole('row')).toHaveCount(4);
}

/** As wide as the added metric. */
async function expectFlameGraph(window: Page): Promise<void> {
  await window.getByRole('tab', { name: 'Flame Graph' }).click();
  const value = window.getByRole('combobox', { name: 'Value' });
  await value.selectOption('Sparks');
  await idle(window);
  await expect(value).toHaveValue('sparks');
  await window.getByRole('application', { name: /Flame Graph|Icicle/ }).focus();
  await window.keyboard.press('Home');
  await expect(window.locator('.flameGraph [aria-live]')).toContainText(/A\(\), level 1,.*Total Sparks 32/);
}

test('a view, a metric and a data set that are added are in the window', async ({ window, server }) => {
  await open(window, server, 'added.sluice', recording());
  await expect(tree(window)).toBeVisible();
  await expect(tree(window).getByRole('columnheader', { name: 'Total Sparks' })).toBeVisible();
  await expect(tree(window).getByRole('row', { name: /A\(\)/ })).toContainText('32');
  await button(window, 'Columns').click();
  await expect(window.getByRole('checkbox', { name: 'Self Sparks / Invocations' })).toBeVisible();
  await window.keyboard.press('Escape');
  await expectTables(window);
  await expectFlameGraph(window);
});

test('an option that is added is in the form, and is asked for', async ({ window, server }) => {
  await button(window, 'Try the demo').click();
  const noise = window.getByRole('checkbox', { name: 'Make a fake noise' });
  await expect(noise).not.toBeChecked();
  await noise.check();
  await window
    .getByRole('textbox', { name: 'Find class or method' })
    .fill('com.acme.shop.order.OrderService::handle');
  await button(window, 'Add pattern').click();
  await button(window, 'Start').click();
  await expect(button(window, 'Stop')).toBeEnabled();
  expect(server.engine.requests[0]).toMatchObject({ fakeNoise: true });
});

test('a metric and an option that are added are compared', async ({ window, server }) => {
  await open(window, server, 'before.sluice', recording(30, false));
  await open(window, server, 'after.sluice', recording(33, true));
  await window.keyboard.press('Control+d');
  await button(window, 'Compare').click();
  await expect(window.getByRole('list', { name: 'What makes them hard to compare' })).toContainText(
    'They were recorded with other fake noises: A silent; B loud.',
  );
  const compared = window.getByRole('treegrid', { name: 'Compared Call Tree' });
  await expect(compared.getByRole('columnheader', { name: /Sparks/ }).first()).toBeVisible();
  await expect(compared.getByRole('row', { name: /A\(\)/ })).toContainText('+3');
});

test('a page that does not know what was added says so, and shows the rest', async ({ page }) => {
  const unknowing = await bundlePage(RENDERER);
  const other = await startFakeServer(unknowing, {});
  try {
    await page.goto(other.url);
    await open(page, other, 'newer.sluice', recording());
    await expect(tree(page).getByRole('row', { name: /A\(\)/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Problems' })).toContainText(
      'A newer Sluice made this file: the metrics sparks and the fields fakeNoise are kept in it, and not shown.',
    );
  } finally {
    await other.close();
    await removePage(unknowing);
  }
});

test('what is added is in an HTML export', async ({ page }) => {
  const html = recordingPageOf(await exportedBundle([additions]));
  const packed = async (bytes: Uint8Array): Promise<string> =>
    (await promisify(gzip)(bytes)).toString('base64');
  const file = test.info().outputPath('added.html');
  await writeFile(file, (await htmlPage(recording(), { page: html, packed })).join(''));
  await page.goto(pathToFileURL(file).href);
  await expect(tree(page).getByRole('columnheader', { name: 'Total Sparks' })).toBeVisible();
  await expectTables(page);
  await expectFlameGraph(page);
});
