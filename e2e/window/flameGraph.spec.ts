import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

function graph(page: Page) {
  return page.getByRole('application', { name: /Flame Graph|Icicle/ });
}

/** What is selected, as it is said aloud. */
function said(page: Page) {
  return page.locator('.flameGraph [aria-live]');
}

function trail(page: Page) {
  return page.getByRole('navigation', { name: 'Zoom' });
}

async function showGraph(page: Page): Promise<void> {
  await record(page);
  await expect(tree(page)).toBeVisible();
  await page.getByRole('tab', { name: 'Flame Graph' }).click();
  await expect(graph(page)).toBeVisible();
}

/** Colours of the canvas, `levels` levels of 20 px from its root's edge. */
function rootColor(page: Page, fromTop: boolean): Promise<number[]> {
  return page.evaluate((top) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.flameCanvas')!;
    const y = top ? 30 * devicePixelRatio : canvas.height - 30 * devicePixelRatio;
    return [...canvas.getContext('2d')!.getImageData(canvas.width - 20, y, 1, 1).data];
  }, fromTop);
}

test.describe('the flame graph', () => {
  test('is walked through and zoomed by keyboard alone', async ({ window }) => {
    await showGraph(window);
    await button(window, 'Stop').click();
    await idle(window);
    await graph(window).focus();
    await window.keyboard.press('Home');
    await expect(said(window)).toContainText(/OrderService.handle.*level 1, Total Time/);
    await window.keyboard.press('ArrowUp');
    await expect(said(window)).toContainText('level 2');
    const widest = await said(window).textContent();
    await window.keyboard.press('ArrowRight');
    await expect(said(window)).not.toHaveText(widest ?? '');
    await window.keyboard.press('Enter');
    await expect(trail(window).getByRole('button')).toHaveCount(3);
    await expect(trail(window)).toContainText(/in view: [\d.]+ %/);
    await window.keyboard.press('0');
    await expect(button(window, 'All')).toBeDisabled();
    await window.keyboard.press('w');
    await expect(button(window, 'All')).toBeEnabled();
    await window.keyboard.press('s');
    await window.keyboard.press('s');
    await expect(button(window, 'All')).toBeDisabled();
    await window.keyboard.press('End');
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('i');
    await expect(window.getByRole('application', { name: 'Icicle' })).toBeFocused();
    await window.keyboard.press('ArrowUp');
    await window.keyboard.press('Home');
    await expect(said(window)).toContainText('level 1');
  });

  test('zooms by mouse, says what is pointed at, and draws the root at its edge', async ({ window }) => {
    await showGraph(window);
    await button(window, 'Stop').click();
    await idle(window);
    const { x, y, width, height } = (await graph(window).boundingBox())!;
    await window.mouse.move(x + 20, y + height - 50);
    await expect(window.locator('.frameTooltip')).toContainText(/Total Time.*±.*%.*Self Time.*Invocations/);
    await window.mouse.click(x + 20, y + height - 50);
    await expect(trail(window).getByRole('button')).toHaveCount(3);
    await window.keyboard.down('Control');
    await window.mouse.wheel(0, 3000);
    await window.keyboard.up('Control');
    await expect(button(window, 'All')).toBeDisabled();
    await window.mouse.move(x + width / 2, y - 200);
    await expect(window.locator('.frameTooltip')).toHaveCount(0);
    const root = await rootColor(window, false);
    await window.getByRole('combobox', { name: 'Direction' }).selectOption('icicle');
    await expect.poll(() => rootColor(window, true)).toEqual(root);
  });

  test('keeps its root at the edge when the window grows, and levels become higher', async ({
    window,
    server,
  }) => {
    const entries = Array.from({ length: 80 }, (_, level) => `${level}>A`);
    const exits = entries.map((_, level) => `${100 + level}<A`);
    server.files.set(
      'deep.sluice',
      encodeSnapshot(exampleSnapshot(`main: ${[...entries, ...exits].join(' ')}`)),
    );
    await window.setViewportSize({ width: 1280, height: 720 });
    await window.evaluate(async () => {
      const bytes = await (await fetch('deep.sluice')).arrayBuffer();
      await globalThis.window.openRecording?.(bytes, 'deep.sluice');
    });
    await window.getByRole('tab', { name: 'Flame Graph' }).click();
    await expect(graph(window)).toBeVisible();
    await graph(window).focus();
    await window.keyboard.press('Home');
    await expect(said(window)).toContainText('level 1');
    await window.setViewportSize({ width: 2560, height: 1440 });
    await idle(window);
    const { x, y, height } = (await graph(window).boundingBox())!;
    await window.mouse.move(x + 20, y + height - 12);
    await window.mouse.move(x + 20, y + height - 36);
    await expect(window.locator('.frameTooltip')).toContainText(/Total Time179 ns.*Invocations1$/);
  });

  test('tells its colours in one line, however little room there is', async ({ window }) => {
    await window.setViewportSize({ width: 600, height: 640 });
    await showGraph(window);
    const names = window.getByRole('list', { name: 'Key of colours' }).getByRole('listitem');
    await expect(names).not.toHaveCount(0);
    const heights = await names.evaluateAll((items) => items.map(({ clientHeight }) => clientHeight));
    expect(Math.max(...heights)).toBeLessThan(24);
  });

  test('finds frames below a pixel, and shares its selection with the call tree', async ({ window }) => {
    await showGraph(window);
    await button(window, 'Stop').click();
    await idle(window);
    await window.keyboard.press('Control+f'); // with the focus on Stop
    await window.keyboard.type('token');
    await expect(window.getByRole('search')).toContainText(/\d of [\d\s]+, [\d.]+ %/);
    await window.keyboard.press('ArrowDown');
    for (let i = 0; i < 12; i++) {
      const before = await said(window).textContent();
      await window.keyboard.press('n');
      await expect(said(window)).not.toHaveText(before ?? '');
    }
    await expect(said(window)).toContainText(/Token/);
    const name = /^[^,(]+/
      .exec((await said(window).textContent()) ?? '')?.[0]
      .split('.')
      .at(-1);
    await window.getByRole('tab', { name: 'Call Tree' }).click();
    await expect(tree(window).locator('[aria-selected=true]')).toContainText(name ?? '');
  });

  test('is inverted by button, key and palette, and stays so for the next one', async ({ window }) => {
    await showGraph(window);
    await button(window, 'Stop').click();
    await idle(window);
    const invert = button(window, 'Invert');
    await expect(invert).toHaveAttribute('aria-pressed', 'false');
    await invert.click();
    await expect(invert).toHaveAttribute('aria-pressed', 'true');
    await graph(window).focus();
    await expect(said(window)).toContainText(/level 1, .*Self Time/);
    const first = (await said(window).textContent()) ?? '';
    await window.keyboard.press('ArrowRight');
    await expect(said(window)).not.toHaveText(first);
    const method = /^.+?(?=, level)/.exec((await said(window).textContent()) ?? '')?.[0];
    await window.keyboard.press('ArrowUp');
    await expect(said(window)).toContainText('level 2');
    await window.keyboard.press('Enter');
    await expect(trail(window).getByRole('button')).toHaveCount(3);
    await expect(trail(window).getByRole('button').nth(1)).toHaveAttribute('title', method ?? '');
    await window.keyboard.press('Shift+i');
    await expect(invert).toHaveAttribute('aria-pressed', 'false');
    await window.keyboard.press('Control+k');
    await window.keyboard.type('invert flame');
    await window.keyboard.press('Enter');
    await expect(invert).toHaveAttribute('aria-pressed', 'true');
    await window.reload();
    expect(await window.evaluate(() => localStorage.getItem('sluice.flameInverted'))).toContain('true');
  });

  test('takes its keys while its tab has the focus, each once', async ({ window }) => {
    await showGraph(window);
    await button(window, 'Stop').click();
    await idle(window);
    const tab = window.getByRole('tab', { name: 'Flame Graph' });
    await tab.focus();
    await window.keyboard.press('Shift+i');
    await expect(button(window, 'Invert')).toHaveAttribute('aria-pressed', 'true');
    await window.keyboard.press('i');
    await expect(window.getByRole('application', { name: 'Icicle' })).toBeVisible();
    await expect(tab).toBeFocused();
    await window.keyboard.press('?');
    await expect(window.getByRole('dialog')).toHaveCount(1);
    await window.keyboard.press('Escape');
    await window.keyboard.press('1');
    await expect(tree(window)).toBeVisible();
    await window.getByRole('tab', { name: 'Call Tree' }).focus();
    await window.keyboard.press('*');
    await expect.poll(() => tree(window).getByRole('row').count()).toBeGreaterThan(3);
    await window.keyboard.press('ArrowRight');
    await expect(window.getByRole('tab', { name: 'Hot Spots' })).toBeFocused();
  });

  test('keeps zoom and selection while the program runs', async ({ window }) => {
    await showGraph(window);
    await graph(window).focus();
    await window.keyboard.press('Home');
    await expect(said(window)).toContainText('level 1');
    // The first picture of a running program may have one level only.
    await expect(async () => {
      await window.keyboard.press('ArrowUp');
      await expect(said(window)).toContainText('level 2', { timeout: 500 });
    }).toPass();
    await window.keyboard.press('Enter');
    await expect(trail(window).getByRole('button')).toHaveCount(3);
    const zoomed = await trail(window).getByRole('button').allTextContents();
    const status = window.locator('.frameStatus');
    const numbers = await status.textContent();
    await expect(status).not.toHaveText(numbers ?? '');
    await expect(status).not.toHaveText((await status.textContent()) ?? '');
    expect(await trail(window).getByRole('button').allTextContents()).toEqual(zoomed);
  });
});
