import type { Locator } from '@playwright/test';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

const MOST_ROWS_IN_VIEW = 60;

test.describe('the live call tree', () => {
  test('grows while selection, open branches and scroll position stay', async ({ window }) => {
    await record(window);
    await expect(tree(window).getByRole('row', { name: /OrderService.handle/ })).toBeVisible();
    await tree(window).focus();
    // A tree that fits the view has its top row there, whatever comes between.
    await expect
      .poll(async () => {
        await window.keyboard.press('Home');
        await window.keyboard.press('*');
        return Number(await tree(window).getAttribute('aria-rowcount'));
      })
      .toBeGreaterThan(MOST_ROWS_IN_VIEW);
    for (let i = 0; i < 60; i++) await window.keyboard.press('ArrowDown');
    await idle(window);
    const selected = tree(window).locator('[aria-selected=true]');
    // At one go: a box is asked for in two steps, and an element is used for another row when rows come between.
    const top = (): Promise<number> =>
      window.evaluate(
        () => document.querySelector('[aria-selected=true][role=row]')?.getBoundingClientRect().y ?? 0,
      );
    const before = {
      id: await selected.getAttribute('id'),
      top: await top(),
      rows: Number(await tree(window).getAttribute('aria-rowcount')),
      calls: await window.getByRole('definition').nth(4).textContent(),
    };
    await expect
      .poll(async () => (await window.getByRole('definition').nth(4).textContent()) !== before.calls)
      .toBe(true);
    await idle(window);
    expect(await selected.getAttribute('id')).toBe(before.id);
    expect(Math.abs((await top()) - before.top)).toBeLessThan(2);
    expect(before.top).toBeGreaterThan(0);
    expect(Number(await tree(window).getAttribute('aria-rowcount'))).toBeGreaterThanOrEqual(before.rows);
  });

  test('is walked through by keyboard', async ({ window }) => {
    await record(window);
    await expect(tree(window)).toBeVisible();
    await button(window, 'Stop').click();
    await idle(window);
    await tree(window).focus();
    const selected = tree(window).locator('[aria-selected=true]');
    await window.keyboard.press('Home');
    await expect(selected).toHaveAttribute('aria-level', '1');
    await expect(selected).toHaveAttribute('aria-expanded', 'true');
    await window.keyboard.press('ArrowLeft');
    await expect(selected).toHaveAttribute('aria-expanded', 'false');
    await expect(tree(window)).toHaveAttribute('aria-rowcount', '2');
    await window.keyboard.press('ArrowRight');
    await window.keyboard.press('ArrowRight');
    await expect(selected).toHaveAttribute('aria-level', '2');
    await window.keyboard.press('h');
    await window.keyboard.press('ArrowLeft');
    await window.keyboard.press('Enter');
    await window.keyboard.press('End');
    // The tree grows meanwhile: its last row of now.
    await expect(async () => {
      const rows = await tree(window).getAttribute('aria-rowcount');
      expect(await selected.getAttribute('aria-rowindex')).toBe(rows);
    }).toPass();
    await window.keyboard.press('Home');
    await expect(selected).toHaveAttribute('aria-rowindex', '2');
  });

  test('sorts by its headers and finds methods in closed branches', async ({ window }) => {
    await record(window);
    await expect(tree(window)).toBeVisible();
    await button(window, 'Stop').click();
    await idle(window);
    const invocations = tree(window).getByRole('columnheader', { name: /Invocations/ });
    await expect(tree(window).getByRole('columnheader', { name: /Total Time/ })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await invocations.getByRole('button').click();
    await expect(invocations).toHaveAttribute('aria-sort', 'descending');
    await invocations.getByRole('button').click();
    await expect(invocations).toHaveAttribute('aria-sort', 'ascending');

    await tree(window).focus();
    await window.keyboard.press('Control+f');
    await window.keyboard.type('cache validate');
    const selected = tree(window).locator('[aria-selected=true]');
    await expect(selected).toContainText(/Cache\.validate/);
    const first = await selected.getAttribute('id');
    await window.keyboard.press('Enter');
    await expect(selected).toContainText(/Cache\.validate/);
    await expect(selected).not.toHaveAttribute('id', first ?? '');
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Shift+F3');
    await expect(selected).toHaveAttribute('id', first ?? '');
  });

  test('shows one thread or all, is paused, reset, taken as a snapshot, and kept after detaching', async ({
    window,
  }) => {
    await record(window);
    const root = tree(window)
      .getByRole('row', { name: /OrderService.handle/ })
      .first();
    await expect(root).toBeVisible();
    const chooser = window.getByRole('combobox', { name: 'Thread' });
    await expect(chooser).toContainText('http-worker-3');
    await chooser.selectOption('http-worker-1');
    await button(window, 'Stop').click();
    await expect(window.getByRole('status')).toContainText('every count is exact');
    // The last calls may come after what the status says: then it is all done once more.
    await expect(async () => {
      const one = await callsOf(root);
      await chooser.selectOption({ index: 0 });
      await expect.poll(() => callsOf(root), { timeout: 3_000 }).toBeGreaterThan(one);
      const all = await callsOf(root);
      await chooser.selectOption('http-worker-1');
      await expect.poll(() => callsOf(root), { timeout: 3_000 }).toBeLessThan(all);
    }).toPass();

    await chooser.selectOption({ index: 0 });
    await button(window, 'Start').click();
    await expect.poll(() => callsOf(root)).toBeGreaterThan(0);
    await button(window, 'Pause').click();
    await expect(window.getByText('Paused: nothing is counted')).toBeVisible();
    await idle(window);
    const paused = await callsOf(root);
    await button(window, 'Snapshot').click();
    await expect(window.getByRole('status')).toContainText('Recording Demo');
    // The snapshot asked for what the threads still held of the time before the pause.
    await expect.poll(() => callsOf(root)).toBeGreaterThan(paused);
    const drained = await callsOf(root);
    await button(window, 'Show Session').click();
    await expect.poll(() => callsOf(root)).toBe(drained);
    await button(window, 'Reset').click();
    await expect(window.getByRole('heading', { name: 'The recording is paused' })).toBeVisible();
    await window.keyboard.press('Control+.');
    await expect(button(window, 'Pause')).toBeEnabled();
    await expect(root).toBeVisible();
    await button(window, 'Detach').click();
    await expect(window.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
    await expect(window.getByRole('status')).toContainText('detached; 720 classes are as they were');
    await button(window, 'Show Session').click();
    await expect(root).toBeVisible();
    await button(window, 'Running JVMs').click();
    await expect(window.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
  });

  test('without a clock has counts only', async ({ window }) => {
    await button(window, 'Try the demo').click();
    await window.getByRole('radio', { name: /^None/ }).click();
    await window.getByRole('textbox', { name: 'Find class or method' }).fill('a.B::c');
    await button(window, 'Add pattern').click();
    await button(window, 'Start').click();
    await expect(tree(window).getByRole('columnheader')).toHaveText([
      /Name/,
      /Calls, total.*% of all invocations/,
      'Invocations',
    ]);
  });
});

async function callsOf(row: Locator): Promise<number> {
  const text = (await row.getByRole('gridcell').last().textContent()) ?? '';
  return Number(text.replaceAll('\u202f', ''));
}
