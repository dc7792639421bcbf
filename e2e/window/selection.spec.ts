import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/model/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expect, test, tree } from './fakeWindow.ts';

const METHODS = 80;

/** Run calls Loop, where the hot path ends: Loop calls Work0 to Work79, each of which takes longer than Loop by itself. */
const RECORDED = exampleSnapshot(
  [
    'main: 0>Run 10>Loop',
    ...Array.from({ length: METHODS }, (_, i) => `${1000 * i + 20}>Work${i} ${1000 * i + 1019}<Work${i}`),
    `${1000 * METHODS + 20}>Hottest ${1000 * METHODS + 9000}<Hottest 89010<Loop 89020<Run`,
  ].join(' '),
);

test.beforeEach(async ({ window, server }) => {
  server.files.set('many.sluice', encodeSnapshot(RECORDED));
  await window.evaluate(async () => {
    const bytes = await (await fetch('many.sluice')).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, 'many.sluice');
  });
  await expect(tree(window)).toBeVisible();
});

function selected(page: Page) {
  return page.getByRole('tabpanel').locator('.tableRow-selected');
}

test.describe('what is selected', () => {
  test('is scrolled to in a list when the user chose it, else the hottest rows are seen', async ({
    window,
  }) => {
    const hottest = window.getByRole('tabpanel').getByRole('row', { name: /Hottest\(\)/ });
    await expect(selected(window)).toContainText('Loop()');
    for (const view of ['Hot Spots', 'Back Traces']) {
      await window.getByRole('tab', { name: view }).click();
      await expect(selected(window)).not.toBeInViewport();
      await expect(hottest).toBeInViewport();
    }
    await window.getByRole('tab', { name: 'Call Tree' }).click();
    await selected(window).click();
    for (const view of ['Hot Spots', 'Back Traces']) {
      await window.getByRole('tab', { name: view }).click();
      await expect(selected(window)).toContainText('Loop()');
      await expect(selected(window)).toBeInViewport();
    }
  });
});
