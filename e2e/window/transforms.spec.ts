import type { Page } from '@playwright/test';
import { button, expect, idle, pressAtOnce, record, test, tree } from './fakeWindow.ts';

function trail(page: Page) {
  return page.getByRole('navigation', { name: 'Changes of the tree' });
}

function menu(page: Page) {
  return page.getByRole('menu');
}

function selected(page: Page) {
  return tree(page).locator('[aria-selected=true]');
}

/** A tree that was recorded, with the heaviest callee of the root selected. */
async function recorded(page: Page): Promise<void> {
  await record(page);
  await expect(tree(page)).toBeVisible();
  await button(page, 'Stop').click();
  await idle(page);
  await tree(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).toHaveAttribute('aria-level', '2');
}

test.describe('the tree', () => {
  test('is changed by keys, and each step is undone, redone and gone back to', async ({ window }) => {
    await recorded(window);
    const before = await selected(window).textContent();
    await window.keyboard.press('Shift+F');
    await expect(trail(window).getByRole('listitem')).toHaveText(['Whole tree', /Focus on this/]);
    await expect(selected(window)).toHaveAttribute('aria-level', '1');
    await window.keyboard.press('ArrowRight');
    await window.keyboard.press('ArrowRight');
    await expect(selected(window)).toHaveAttribute('aria-level', '2');
    await window.keyboard.press('d');
    await expect(trail(window).getByRole('listitem')).toHaveText([/Whole/, /Focus/, /^Drop /]);
    await window.keyboard.press('Backspace');
    await expect(trail(window).getByRole('listitem')).toHaveCount(2);
    await window.keyboard.press('Control+Shift+Z');
    await expect(trail(window).getByRole('listitem')).toHaveCount(3);
    await window.keyboard.press('Control+z');
    await expect(trail(window).getByRole('listitem')).toHaveCount(2);
    await button(window, 'Whole tree').click();
    await expect(trail(window).getByRole('listitem')).toHaveCount(1);
    await expect(selected(window)).toHaveText(before ?? '');
    await expect(button(window, 'Undo')).toBeDisabled();
    await button(window, 'Redo').click();
    await expect(trail(window).getByRole('listitem')).toHaveCount(2);
  });

  test('is changed by keys as fast as they can be pressed, each of what is selected by then', async ({
    window,
  }) => {
    await recorded(window);
    const nameOf = (row: string | null): string => /[A-Z]\w*\.\w+/.exec(row ?? '')?.[0] ?? '?';
    const root = nameOf(await tree(window).getByRole('row').nth(1).textContent());
    const callee = nameOf(await selected(window).textContent());
    // The row that is merged leaves the selection to the root; the first of its callees is then below it.
    await pressAtOnce(tree(window), ['m', 'ArrowDown', 'f', 'f']);
    const steps = trail(window).getByRole('listitem');
    await expect(steps).toHaveText(['Whole tree', /^Merge /, /^Focus on /]);
    await expect(steps.nth(1)).toContainText(callee);
    const focused = nameOf(await steps.nth(2).textContent());
    expect([root, callee]).not.toContain(focused);
    await expect(selected(window)).toContainText(focused);
    await expect(selected(window)).toHaveAttribute('aria-level', '1');
    await pressAtOnce(tree(window), ['Backspace', 'Backspace']);
    await expect(steps).toHaveText(['Whole tree']);
  });

  test('is changed by a menu, from the mouse and from the keyboard', async ({ window }) => {
    await recorded(window);
    const row = tree(window).getByRole('row').nth(3);
    const name = /[A-Z]\w*\.(\w+)/.exec((await row.textContent()) ?? '')?.[0] ?? '?';
    await row.click({ button: 'right' });
    await expect(menu(window)).toHaveAccessibleName(name);
    await expect(menu(window).getByRole('menuitem', { name: 'Focus on Subtree' })).toBeFocused();
    expect(await menu(window).getByRole('menuitem').count()).toBeLessThanOrEqual(10);
    await menu(window).getByRole('menuitem', { name: 'Change the Tree' }).hover();
    const changes = window.getByRole('menu', { name: 'Change the Tree' });
    await changes.getByRole('menuitem', { name: 'Drop Function' }).hover();
    await expect(changes.getByRole('menuitem', { name: 'Drop Function' })).toBeFocused();
    await expect(changes).toContainText('Without this method and all that it calls');
    await window.keyboard.press('Escape');
    await expect(changes).toHaveCount(0);
    await expect(menu(window).getByRole('menuitem', { name: 'Change the Tree' })).toBeFocused();
    await window.keyboard.press('Escape');
    await expect(menu(window)).toHaveCount(0);
    await expect(tree(window)).toBeFocused();
    await window.keyboard.press('Shift+F10');
    await window.keyboard.press('c');
    await window.keyboard.press('ArrowRight');
    await expect(changes.getByRole('menuitem', { name: 'Drop Function' })).toBeFocused();
    await window.keyboard.press('ArrowLeft');
    await expect(menu(window).getByRole('menuitem', { name: 'Change the Tree' })).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(changes).toBeVisible();
    await window.keyboard.press('m');
    await expect(changes.getByRole('menuitem', { name: 'Merge Function' })).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(trail(window)).toContainText(`Merge ${name}(`);
    await expect(tree(window)).toBeFocused();
    await idle(window); // the merged row is gone: its caller is selected now
    await window.keyboard.press('p');
    await expect(trail(window)).toContainText(/Paths to com\.acme\.shop/);
    await window.keyboard.press('Shift+O');
    await expect(trail(window)).toContainText(/Only com\.acme\.shop/);
    await button(window, 'Whole tree').click();
    await window.keyboard.press('Control+k');
    await window.keyboard.type('undo change');
    await expect(window.getByRole('option', { name: /Undo Change/ })).toContainText('Nothing was changed');
    await window.keyboard.press('Escape');
  });

  test('of which nothing is left can be had back', async ({ window }) => {
    await recorded(window);
    await window.keyboard.press('Home');
    await expect(selected(window)).toHaveAttribute('aria-level', '1');
    await window.keyboard.press('d');
    await expect(window.getByRole('heading', { name: 'Nothing is left' })).toBeVisible();
    await button(window, 'Undo the last step').click();
    await expect(tree(window)).toBeVisible();
  });

  test('is changed in the flame graph as well, while the program runs', async ({ window }) => {
    await record(window);
    await expect(tree(window)).toBeVisible();
    await window.getByRole('tab', { name: 'Flame Graph' }).click();
    const graph = window.getByRole('application');
    const { x, y, height } = (await graph.boundingBox())!;
    await window.mouse.click(x + 20, y + height - 50, { button: 'right' });
    await menu(window).getByRole('menuitem', { name: 'Focus on Function' }).click();
    await expect(trail(window)).toContainText('Focus on');
    await graph.press('Home');
    await expect(window.locator('.flameGraph [aria-live]')).toContainText('level 1');
    await graph.press('Shift+D');
    await expect(window.getByRole('heading', { name: 'Nothing is left' })).toBeVisible();
    await window.keyboard.press('Control+z');
    await expect(graph).toBeVisible();
  });
});

test('a method of the tree becomes the root in place', async ({ window, server }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await tree(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('ArrowDown');
  await expect(selected(window)).toHaveAttribute('aria-level', '2');
  await window.keyboard.press('Shift+F');
  await expect(trail(window)).toBeVisible();
  await window.keyboard.press('Shift+P');
  await expect.poll(() => server.engine.requests.length).toBe(2);
  expect(server.engine.requests[1].roots).toEqual([expect.stringMatching(/^com\.acme\.shop\..*::\w+\(/)]);
  await expect(button(window, 'Stop')).toBeEnabled();
  await expect(trail(window)).toHaveCount(0);
});
