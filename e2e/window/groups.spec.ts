import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { splitSnapshot } from '../../shared/testing/splitSnapshot.ts';
import { expectAccessible } from './axe.ts';
import { button, chooseDemoRoot, expect, test, tree } from './fakeWindow.ts';
import { openFile } from './rootCallFile.ts';

/** One call of /slow takes longer than all others; /cart is called most. B is called by /cart and /search, C by /slow. */
const SCRIPT = `
  /search: 0>A 10000>B 30000<B 40000<A
  /cart: 0>A 1000>B 2000<B 5000<A 6000>A 9000<A 10000>A 12000<A
  /slow: 0>A 100000>C 900000<C 950000<A
  /health: 0>A 500<A`;

const grid = (page: Page) => page.getByRole('grid', { name: 'Groups' });
const names = (page: Page) => grid(page).getByRole('row').locator('[role=gridcell]:first-child');

test.describe('root calls that are told apart by a value', () => {
  test.beforeEach(async ({ window, server }) => {
    server.files.set('split.sluice', encodeSnapshot(splitSnapshot(SCRIPT)));
    await openFile(window, 'split.sluice');
    await window.getByRole('tab', { name: 'Groups' }).click();
    await expect(names(window)).toHaveText(['/slow', '/search', '/cart', '/health']);
  });

  test('are ranked by what they took, sorted by any column, and searched', async ({ window }) => {
    await expect(grid(window).getByRole('row', { name: /cart/ })).toContainText('3');
    await expectAccessible(window, 'groups of root calls');
    await button(window, 'Root Calls').click();
    await expect(names(window).first()).toHaveText('/cart');
    await window.keyboard.press('Control+f');
    await window.keyboard.type('se');
    await expect(names(window)).toHaveText(['/search']);
  });

  test('lead to the tree of one, which all views then show', async ({ window }) => {
    await expect(button(window, 'Show Call Tree')).toHaveAttribute('aria-disabled', 'true');
    await grid(window).press('Home');
    await window.keyboard.press('Enter');
    await expect(tree(window).getByRole('row', { name: /C\(/ })).toBeVisible();
    await expect(tree(window).getByRole('row', { name: /B\(/ })).toHaveCount(0);
    const chooser = window.getByRole('combobox', { name: 'Root calls' });
    await expect(chooser).toHaveValue('= /slow');
    await expect(chooser.getByRole('option')).toHaveText([
      ...['All root calls', '/cart', '/health', '/search', '/slow'],
    ]);
    await window.getByRole('tab', { name: 'Groups' }).click();
    await grid(window)
      .getByRole('row', { name: /search/ })
      .click();
    await button(window, 'Show Call Tree').click();
    await expect(tree(window).getByRole('row', { name: /B\(/ })).toBeVisible();
  });

  test('are compared, one with all others', async ({ window }) => {
    await grid(window).getByRole('row', { name: /slow/ }).click();
    await button(window, 'Compare with the Rest').click();
    const compared = window.getByRole('treegrid', { name: 'Compared Call Tree' });
    await expect(compared.getByRole('row', { name: /C\(/ })).toBeVisible();
    await expect(compared.getByRole('row', { name: /B\(/ })).toBeVisible();
    await expect(window.getByText('split.sluice (root calls other than /slow)').first()).toBeVisible();
    await expect(window.getByText('split.sluice (/slow root calls)').first()).toBeVisible();
  });
});

test('the groups of a session have a tab while it records, and a row that is selected stays so', async ({
  window,
}) => {
  await chooseDemoRoot(window);
  await expect(window.getByRole('tab', { name: 'Groups' })).toHaveCount(0);
  await window.getByRole('textbox', { name: 'Slow root calls' }).fill('1us');
  await button(window, 'Start').click();
  await window.getByRole('tab', { name: 'Groups' }).click();
  const slow = grid(window).getByRole('row', { name: /slow/ });
  await slow.click();
  const before = await slow.textContent();
  await expect(slow).not.toHaveText(before ?? '');
  await expect(slow).toHaveAttribute('aria-selected', 'true');
  await button(window, 'Show Call Tree').click();
  await expect(tree(window)).toBeVisible();
  await expect(window.getByRole('combobox', { name: 'Root calls' })).toHaveValue('= slow');
});
