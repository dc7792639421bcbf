import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';
import { openFile, rootCallFile } from './rootCallFile.ts';

/** A call of A each 100 ms: 1 ms long, but for each tenth, which takes 30 ms. */
const SCRIPT = `main: ${Array.from({ length: 50 }, (_, i) => {
  const ns = i * 100_000_000;
  return `^ ${ns}>A ${ns + (i % 10 === 3 ? 30_000_000 : 1_000_000)}<A`;
}).join(' ')}`;

const map = (page: Page) => page.getByRole('figure', { name: /root calls: 50 % within/ });
const range = (page: Page) => page.getByRole('group', { name: 'Range of root calls' });
const parts = (page: Page) => page.getByRole('grid', { name: 'Root Calls' }).getByRole('row');

test('while a recording runs the map grows, and it has all of it when that is stopped', async ({
  window,
}) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await window.getByRole('tab', { name: 'Root Calls' }).click();
  await expect(map(window)).toBeVisible();
  const before = await map(window).locator('figcaption').textContent();
  await expect(map(window).locator('figcaption')).not.toHaveText(before ?? '');
  await button(window, 'Select a range').click();
  await expect(range(window).locator('.rootCallsRangeText')).toContainText(
    /root calls \(\d+\.\d %\) began 0 ns to/,
  );
  await button(window, 'Stop').click();
  await expect(button(window, 'Start')).toBeEnabled();
  await window.getByRole('tab', { name: 'Call Tree' }).click();
  await idle(window);
  const calls = await tree(window).getByRole('row').nth(1).getByRole('gridcell').last().textContent();
  expect(calls).toMatch(/^\d/);
  await window.getByRole('tab', { name: 'Root Calls' }).click();
  await expect(map(window).locator('figcaption')).toContainText(`${calls} root calls`);
});

test('before a root call has ended, and by a clock that tells no durations, it is said why there is no map', async ({
  window,
}) => {
  await button(window, 'Try the demo').click();
  await window.getByRole('tab', { name: 'Root Calls' }).click();
  await expect(window.getByRole('heading', { name: 'No root call has ended yet' })).toBeVisible();
  await window.getByRole('tab', { name: 'Roots' }).click();
  const field = window.getByRole('textbox', { name: 'Find class or method' });
  await field.fill('com.acme.shop.order.OrderService::handle');
  await button(window, 'Add pattern').click();
  await window.getByRole('radio', { name: /None: counts only/ }).check();
  await button(window, 'Start').click();
  await expect(tree(window)).toBeVisible();
  await window.getByRole('tab', { name: 'Root Calls' }).click();
  await expect(
    window.getByText('The clock “none” tells none. Record with the clock nano or ticker.'),
  ).toBeVisible();
});

test('a cell says its values where it is pointed at, and where keys have gone to it', async ({
  window,
  server,
}) => {
  server.files.set('all.sluice', rootCallFile(SCRIPT, 0));
  await openFile(window, 'all.sluice');
  await window.getByRole('tab', { name: 'Root Calls' }).click();
  const cells = window.getByRole('application', { name: /Map of root calls, \d+ cells/ });
  const slow = /^1 root call of 2\d\.\d.ms to 3\d\.\d.ms, begun 2\d\d.ms to \d+.ms after the first one$/;
  await cells.focus();
  await window.keyboard.press('ArrowUp');
  await expect(map(window).locator('[aria-live]')).toHaveText(slow);
  await expect(map(window).locator('.rootCallsCell')).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(map(window)).toContainText('5 of 50 root calls lasted longer than');
  await window.keyboard.press('ArrowDown');
  await expect(map(window).locator('[aria-live]')).toHaveText(
    /^\d+ root calls? of \d{3}.µs to 1\.\d+.ms, begun/,
  );
  await expectAccessible(window, 'a cell of the map of root calls');
  await window.keyboard.press('Escape');
  await expect(map(window).locator('.rootCallsCell')).toHaveCount(0);
  await map(window).locator('.rootCallsRow-slow rect').first().hover();
  await expect(window.locator('.rootCallsTooltip')).toHaveText(slow);
});

test.describe('a range of time and duration', () => {
  test.beforeEach(async ({ window, server }) => {
    server.files.set('all.sluice', rootCallFile(SCRIPT, 0));
    await openFile(window, 'all.sluice');
    await window.getByRole('tab', { name: 'Root Calls' }).click();
  });

  test('is dragged over the map, counted, and made the limit', async ({ window }) => {
    const box = (await map(window).locator('svg').boundingBox())!;
    const whole = await parts(window).count();
    // The right half, and what is long: the upper part.
    await window.mouse.move(box.x + box.width / 2 + 40, box.y + 2);
    await window.mouse.down();
    await window.mouse.move(box.x + box.width - 4, box.y + 60, { steps: 4 });
    await window.mouse.up();
    const told = range(window).locator('.rootCallsRangeText');
    await expect(told).toContainText(/^2 of 50 root calls \(4\.0 %\) began/);
    expect(await parts(window).count()).toBeLessThan(whole);
    await expect(parts(window).nth(1)).toContainText('all');
    await button(window, 'Limit at the shortest').click();
    await expect(map(window)).toContainText('5 of 50 root calls lasted longer than');
    await expectAccessible(window, 'a range of root calls');
    await button(window, 'Clear range').click();
    await expect(range(window)).toHaveCount(0);
    expect(await parts(window).count()).toBe(whole);
  });

  test('is dragged beyond the edges of the map, and in one go', async ({ window }) => {
    const told = range(window).locator('.rootCallsRangeText');
    const box = (await map(window).locator('svg').boundingBox())!;
    await window.mouse.move(box.x + box.width / 2, box.y + 2);
    await window.mouse.down();
    await window.mouse.move(box.x - 5, box.y + box.height + 30, { steps: 4 });
    await window.mouse.up();
    await expect(told).toContainText(/^\d+ of 50 root calls \(\d+\.0 %\) began 0 ns to/);
    await expect(told).not.toContainText(/^(0|50) of/);
    // Within the right margin, where no time is.
    await window.mouse.move(box.x + box.width - 1, box.y + 2);
    await window.mouse.down();
    await window.mouse.move(box.x + box.width + 20, box.y + box.height + 30, { steps: 4 });
    await window.mouse.up();
    await expect(window.getByRole('slider', { name: 'Begun from' })).toHaveAttribute(
      'aria-valuetext',
      /; [1-9]\d* of 50 root calls$/,
    );
    const whole = /^50 of 50 root calls \(100\.0 %\) began 0 ns to/;
    // All in one task: nothing is drawn in between.
    await map(window)
      .locator('svg')
      .evaluate((svg) => {
        svg.setPointerCapture = () => undefined; // of a pointer that is none
        const { left, top, right, bottom } = svg.getBoundingClientRect();
        const at = (type: string, clientX: number, clientY: number) =>
          svg.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, clientY }));
        at('pointerdown', left + 1, bottom - 1);
        at('pointermove', right - 1, top + 1);
        at('pointerup', right - 1, top + 1);
      });
    await expect(told).toContainText(whole);
  });

  test('is chosen from the keyboard', async ({ window }) => {
    await button(window, 'Select a range').press('Enter');
    const told = range(window).locator('.rootCallsRangeText');
    await expect(told).toContainText('50 of 50 root calls (100.0 %)');
    await expect(window.getByRole('slider', { name: 'Begun from' })).toBeFocused();
    for (let edge = 0; edge < 2; edge++) await window.keyboard.press('Tab');
    await expect(window.getByRole('slider', { name: 'Lasted from' })).toBeFocused();
    await window.keyboard.press('End');
    await expect(told).toContainText(/^5 of 50 root calls \(10\.0 %\)/);
    await expect(window.getByRole('slider', { name: 'Lasted from' })).toHaveAttribute(
      'aria-valuetext',
      /ms; 5 of 50 root calls$/,
    );
    for (let edge = 0; edge < 2; edge++) await window.keyboard.press('Shift+Tab');
    await window.keyboard.press('End');
    await expect(told).toContainText(/^0 of 50 root calls/);
    await window.keyboard.press('Home');
    await window.keyboard.press('Tab');
    await expect(window.getByRole('slider', { name: 'to', exact: true })).toBeFocused();
    await window.keyboard.press('Home');
    await expect(told).toContainText(/^0 of 50 root calls \(0\.0 %\) began 0 ns to/);
    await button(window, 'Clear range').press('Enter');
    await expect(button(window, 'Select a range')).toBeFocused();
  });
});
