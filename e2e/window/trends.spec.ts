import type { Page } from '@playwright/test';
import { STEP_MS } from '../../renderer/views/table/rowTrends.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

const TITLE = 'Last Minute';

async function chooseTrends(page: Page): Promise<void> {
  await button(page, 'Columns').click();
  await page.getByRole('checkbox', { name: TITLE }).click();
  await page.keyboard.press('Escape');
}

function cells(page: Page) {
  return page.locator('.trendCell');
}

function grown(page: Page) {
  return cells(page).filter({ hasText: /in \d+ s, at most .* in 2 s$/ });
}

/** In no order: the last numbers may put a row above another one. */
async function trends(page: Page): Promise<readonly string[]> {
  return (await cells(page).allTextContents()).toSorted();
}

test.describe('the last minute of each row', () => {
  test('is drawn while it records, in the call tree and the hot spots, and stays when it stops', async ({
    window,
  }) => {
    await record(window);
    await expect(tree(window)).toBeVisible();
    await expect(cells(window)).toHaveCount(0);
    await chooseTrends(window);
    await expect(tree(window).getByRole('columnheader', { name: TITLE })).toBeVisible();
    await expect(grown(window).first()).toBeVisible();
    await expect(grown(window).first().locator('path')).toHaveAttribute('d', /^M\d+,1v-/);
    await window.getByRole('tab', { name: 'Hot Spots' }).click();
    await chooseTrends(window);
    await expect(grown(window).first()).toBeVisible();
    await button(window, 'Stop').click();
    await idle(window);
    const before = await trends(window);
    expect(before.some((text) => text !== '')).toBe(true);
    await expectAccessible(window, 'the last minute of rows');
    // A step is over by then: what went on would be in the cells.
    const isOver = await window.evaluateHandle(
      (stepMs) => ({ atMs: performance.now() + 1.25 * stepMs }),
      STEP_MS,
    );
    await window.waitForFunction(({ atMs }) => performance.now() > atMs, isOver);
    expect(await trends(window)).toEqual(before);
  });

  test('is of the number that the table is sorted by', async ({ window }) => {
    await record(window);
    await expect(tree(window)).toBeVisible();
    await chooseTrends(window);
    await tree(window).getByRole('columnheader', { name: 'Invocations' }).getByRole('button').click();
    await expect(
      cells(window)
        .filter({ hasText: /^[\d\s]+ in \d+ s, at most [\d\s]+ in 2 s$/ })
        .first(),
    ).toBeVisible();
    await tree(window).getByRole('columnheader', { name: 'Self Time' }).first().getByRole('button').click();
    await expect(
      cells(window)
        .filter({ hasText: /^[\d.]+\s[mµ]?s in \d+ s/ })
        .first(),
    ).toBeVisible();
  });

  test('gives way where names have no room, and is not offered for a file', async ({ window, server }) => {
    await record(window);
    await chooseTrends(window);
    await expect(cells(window).first()).toBeVisible();
    await window.setViewportSize({ width: 720, height: 700 });
    await expect(cells(window)).toHaveCount(0);
    await button(window, 'Stop').click();
    await idle(window);
    await window.setViewportSize({ width: 1400, height: 900 });
    await expect(cells(window).first()).toBeVisible();
    server.files.set('small.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 10>B 40<B 100<A')));
    await window.evaluate(async () => {
      const bytes = await (await fetch('small.sluice')).arrayBuffer();
      await globalThis.window.openRecording?.(bytes, 'small.sluice');
    });
    await expect(tree(window).getByRole('row', { name: /Demo\.A/ })).toBeVisible();
    await expect(cells(window)).toHaveCount(0);
    await button(window, 'Columns').click();
    await expect(window.getByRole('checkbox', { name: 'Average' })).toBeVisible();
    await expect(window.getByRole('checkbox', { name: TITLE })).toHaveCount(0);
  });
});
