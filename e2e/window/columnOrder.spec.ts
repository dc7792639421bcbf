import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expect, test, tree } from './fakeWindow.ts';

const title = (page: Page, name: string) =>
  tree(page).getByRole('columnheader').filter({ hasText: name }).getByRole('button');

/** The titles from left to right as they are seen, without the signs of order and unit. */
async function titles(page: Page): Promise<string> {
  const texts = await tree(page).getByRole('columnheader').getByRole('button').allTextContents();
  return texts.map((text) => text.replace(/[▲▼]/g, '')).join(', ');
}

/** Of the root's row. */
async function numbers(page: Page): Promise<string> {
  const cells = await tree(page).getByRole('row').nth(1).getByRole('gridcell').allTextContents();
  return cells.slice(1).join('; ');
}

test.beforeEach(async ({ window, server }) => {
  server.files.set('order.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 100>B 300<B 1100<A')));
  await open(window);
});

async function open(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const bytes = await (await fetch('order.sluice')).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, 'order.sluice');
  });
  await expect(tree(page).getByRole('row').nth(1)).toBeVisible();
}

test('a column is moved by keys, which stay with it, and its numbers go with its title', async ({
  window,
}) => {
  expect(await titles(window)).toBe('Name, Total Time, Self Time, ± Self, Invocations');
  const before = (await numbers(window)).split('; ');
  await title(window, 'Invocations').focus();
  await window.keyboard.press('Control+ArrowLeft');
  await expect.poll(() => titles(window)).toBe('Name, Total Time, Self Time, Invocations, ± Self');
  await expect(title(window, 'Invocations')).toBeFocused();
  await window.keyboard.press('Control+ArrowLeft');
  await window.keyboard.press('Control+ArrowLeft');
  await expect.poll(() => titles(window)).toBe('Name, Invocations, Total Time, Self Time, ± Self');
  expect(await numbers(window)).toBe([before[3], before[0], before[1], before[2]].join('; '));

  await window.keyboard.press('Control+ArrowLeft'); // the names are always first
  await window.keyboard.press('Control+ArrowRight');
  await expect.poll(() => titles(window)).toBe('Name, Total Time, Invocations, Self Time, ± Self');
});

test('a column is dragged to the place of another one, is there after a reload, and sorts by a click still', async ({
  window,
}) => {
  await title(window, 'Invocations').dragTo(title(window, 'Total Time'));
  const moved = 'Name, Invocations, Total Time, Self Time, ± Self';
  await expect.poll(() => titles(window)).toBe(moved);
  await window.reload();
  await expect(window.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
  await open(window);
  expect(await titles(window)).toBe(moved);

  await title(window, 'Invocations').click();
  await expect(tree(window).getByRole('columnheader', { name: /^Invocations/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await title(window, 'Total Time').dragTo(title(window, 'Name'));
  expect(await titles(window)).toBe(moved);
});
