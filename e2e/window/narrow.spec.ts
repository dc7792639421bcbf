import type { Locator, Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';
import { openFile, rootCallFile, statementsFile } from './rootCallFile.ts';

/** A window of 1440x900 at a zoom of 200 %. */
test.use({ viewport: { width: 720, height: 450 } });

/** The page does not scroll sideways, and what is shown of a view is within the window. */
async function expectUsable(page: Page, what: string): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `${what}: width`).toBeLessThanOrEqual(720);
}

/** It is whole, or what is cut can be scrolled to. */
async function expectWithin(part: Locator, what: string): Promise<void> {
  const { x, y, width, height } = (await part.boundingBox())!;
  expect.soft([x >= 0, y >= 0, x + width <= 720, y + height <= 450], what).toEqual([true, true, true, true]);
}

/** Tabs of groups of fields, which flow with the width: no table, tree, list or picture could be too flat. */
const FORMS = ['Roots', 'Region'];

async function expectEachView(page: Page, whose: string): Promise<void> {
  for (const name of await page.getByRole('tab').allInnerTexts()) {
    await page.getByRole('tab', { name, exact: true }).click();
    await idle(page);
    await expectUsable(page, `${name} ${whose}`);
    const body = page
      .getByRole('tabpanel')
      .locator(
        ':is([role=treegrid], [role=grid], [role=application], [role=figure], form, figure, ul, .emptyState)',
      )
      .first();
    if (FORMS.includes(name)) continue;
    await expect(body, `${name} ${whose}`).toBeVisible();
    await body.scrollIntoViewIfNeeded();
    if (await page.getByRole('heading', { name: 'Nothing is in it' }).isVisible()) continue;
    const { height } = (await body.boundingBox())!;
    expect.soft(height, `${name} ${whose}: height`).toBeGreaterThan(60);
  }
}

test('every view of a session and of a file is usable at 720 px, as at a zoom of 200 %', async ({
  window,
  server,
}) => {
  await expectUsable(window, 'JVMs');
  await window.getByRole('row').nth(1).click();
  await expectUsable(window, 'a JVM that is selected');
  await record(window);
  await expect(tree(window)).toBeVisible();
  await button(window, 'Stop').click();
  await expect(button(window, 'Start')).toBeEnabled();
  await expectEachView(window, 'of a session');
  server.files.set('calls.sluice', rootCallFile('main: ^ 0>A 100>B 300<B 900<A ^ 2000>A 9000<A', 0));
  await openFile(window, 'calls.sluice');
  await expectEachView(window, 'of a file');
  server.files.set('many.sluice', statementsFile(12));
  await openFile(window, 'many.sluice');
  await window.getByRole('tab', { name: 'Findings' }).click();
  await expect(window.getByRole('list', { name: 'Findings' })).toBeVisible();
  await expectUsable(window, 'what stands out');
});

test('every dialog, and a comparison, is usable there', async ({ window, server }) => {
  for (const [key, name] of [
    ['?', 'Keyboard shortcuts'],
    ['F1', 'Commands'],
  ] as const) {
    await window.keyboard.press(key);
    await expectWithin(window.getByRole('dialog'), name);
    await window.keyboard.press('Escape');
  }
  await button(window, 'Launch a Command…').click();
  await expectWithin(window.getByRole('dialog'), 'launch');
  await window.keyboard.press('Escape');
  for (const [name, script] of [
    ['before.sluice', 'main: 0>A 100>B 200<B 1100<A'],
    ['after.sluice', 'main: 0>A 100>B 900<B 1100<A'],
  ]) {
    server.files.set(name, encodeSnapshot(exampleSnapshot(script)));
    await openFile(window, name);
  }
  await window.keyboard.press('Control+d');
  await expectWithin(window.getByRole('dialog'), 'comparing');
  await button(window, 'Compare').click();
  await expect(window.getByRole('treegrid', { name: 'Compared Call Tree' })).toBeVisible();
  await expectEachView(window, 'of a comparison');
});
