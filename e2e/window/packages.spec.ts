import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

function graph(page: Page) {
  return page.getByRole('application', { name: 'Packages' });
}

/** What is selected, as it is said aloud. */
function said(page: Page) {
  return page.locator('.flameGraph [aria-live]');
}

function trail(page: Page) {
  return page.getByRole('navigation', { name: 'Zoom' });
}

async function showPackages(page: Page): Promise<void> {
  await record(page);
  await expect(tree(page)).toBeVisible();
  await button(page, 'Stop').click();
  await idle(page);
  await page.getByRole('tab', { name: 'Packages' }).click();
  await isDrawn(page);
}

async function isDrawn(page: Page): Promise<void> {
  await expect(graph(page)).toBeVisible();
  await expect(button(page, 'All')).toBeVisible();
}

test.describe('the packages', () => {
  test('are walked from the package to the method by keyboard alone, and zoomed', async ({ window }) => {
    await showPackages(window);
    await expect(graph(window)).toHaveAttribute('aria-roledescription', 'frames');
    await graph(window).focus();
    await window.keyboard.press('Home');
    await expect(said(window)).toContainText(/^[a-z.]+, level 1, Total Time .* Self Time /);
    const inPackage = /^[^,]+/.exec((await said(window).textContent()) ?? '')![0];
    await window.keyboard.press('ArrowDown'); // the root is on top
    await expect(said(window)).toContainText(new RegExp(`^${inPackage}\\.[A-Z]\\w+, level 2`));
    await window.keyboard.press('ArrowDown');
    await expect(said(window)).toContainText(new RegExp(`^(?:new )?${inPackage}.*\\(.*\\), level 3`));
    await window.keyboard.press('ArrowUp');
    await window.keyboard.press('Enter');
    await expect(trail(window).getByRole('button').nth(1)).toHaveText(inPackage);
    await window.keyboard.press('0');
    await expect(button(window, 'All')).toBeDisabled();
    await window.keyboard.press('i');
    await window.keyboard.press('ArrowDown'); // now it is below
    await expect(said(window)).toContainText('level 1');
  });

  test('say what is pointed at, and what part of the whole is found', async ({ window }) => {
    await showPackages(window);
    const { x, y } = (await graph(window).boundingBox())!;
    await window.mouse.move(x + 20, y + 30); // level 1
    const tip = window.locator('.frameTooltip');
    await expect(tip).toContainText(/Total Time.*%.*Self Time.*Invocations/);
    const name = (await tip.locator('.frameTooltipName').textContent()) ?? '';
    await window.mouse.click(x + 20, y + 30);
    await expect(said(window)).toContainText(`${name}, level 1`);
    await window.keyboard.press('Control+f');
    await window.keyboard.type(name);
    await expect(window.getByRole('search')).toContainText(/\d of \d+, [\d.]+ %/);
  });

  test('lead from a class to its heaviest call path, and from a method of a tree to its package', async ({
    window,
  }) => {
    await showPackages(window);
    await graph(window).focus();
    await window.keyboard.press('Home');
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Home');
    await window.keyboard.press('ArrowDown');
    await expect(said(window)).toContainText('level 2');
    const className = /^[^,]+/.exec((await said(window).textContent()) ?? '')![0];
    await window.keyboard.press('t');
    const row = tree(window).locator('[aria-selected=true]');
    await expect(row).toContainText(className.slice(className.lastIndexOf('.') + 1));
    await window.keyboard.press('k'); // the same path: the class stays selected
    await expect(said(window)).toContainText(`${className}, level 2`);
    await window.keyboard.press('t');
    const methodOfRow = async () => /[A-Z]\w*\.\w+/.exec((await row.textContent()) ?? '')![0];
    const caller = await methodOfRow();
    await window.keyboard.press('ArrowDown');
    await expect(row).not.toContainText(caller);
    const callee = await methodOfRow();
    await window.keyboard.press('k');
    await expect(said(window)).toContainText(new RegExp(`${callee.replace('.', '\\.')}\\(.*, level 3`));
  });

  test('are there of an opened recording, in both themes', async ({ window, server }) => {
    server.files.set('small.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 10>B 40<B 100<A')));
    await window.evaluate(async () => {
      const bytes = await (await fetch('small.sluice')).arrayBuffer();
      await globalThis.window.openRecording?.(bytes, 'small.sluice');
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme });
      await window.getByRole('tab', { name: 'Packages' }).click();
      await isDrawn(window);
      await graph(window).focus();
      await window.keyboard.press('End');
      await expect(said(window)).toContainText(/demo\.Demo\.A\(\), level 3, .*Self Time 70/);
      await expectAccessible(window, `packages, ${colorScheme}`);
      await window.getByRole('tab', { name: 'Call Tree' }).click();
    }
  });
});
