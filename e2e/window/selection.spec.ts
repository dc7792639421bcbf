import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
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

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

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

  test('stays in view when the window becomes smaller, and larger again', async ({ window }) => {
    for (const view of ['Call Tree', 'Hot Spots']) {
      await window.getByRole('tab', { name: view }).click();
      await window
        .getByRole('tabpanel')
        .getByRole('row', { name: /Work25\(\)/ })
        .click();
      for (const height of [420, 1440, 500]) {
        await window.setViewportSize({ width: 1400, height });
        await expect(selected(window)).toContainText('Work25()');
        await expect(selected(window)).toBeInViewport({ ratio: 1 });
      }
    }
  });

  test('goes by its key to another view, which shows it', async ({ window }) => {
    await tree(window)
      .getByRole('row', { name: /Hottest\(\)/ })
      .click();
    await window.keyboard.press('e');
    await expect(
      window.getByRole('group', { name: 'Callers and callees of demo.Demo.Hottest()' }),
    ).toBeVisible();
    await window
      .getByRole('treegrid', { name: 'Callers' })
      .getByRole('row', { name: /Loop\(\)/ })
      .click();
    await window.keyboard.press('Control+m');
    await expect(
      window.getByRole('group', { name: 'Callers and callees of demo.Demo.Loop()' }),
    ).toBeVisible();
    await window.keyboard.press('l');
    await expect(window.getByRole('grid', { name: 'Hot Spots' })).toBeFocused();
    await expect(selected(window)).toContainText('Loop()');
    await expect(selected(window)).toBeInViewport();
    await window.keyboard.press('b');
    await expect(window.getByRole('treegrid', { name: 'Back Traces' })).toBeFocused();
    await expect(selected(window)).toContainText('Loop()');
    await window.keyboard.press('g');
    await expect(window.getByRole('application', { name: 'Flame Graph' })).toBeFocused();
    await expect(window.locator('.flameGraph [aria-live]')).toContainText('Loop()');
    await window.keyboard.press('t');
    await expect(tree(window)).toBeFocused();
    await expect(selected(window)).toContainText('Loop()');
  });

  test('is opened, closed and copied by a menu that tells the keys', async ({ window }) => {
    const clipboard = (): Promise<string> => window.evaluate(() => navigator.clipboard.readText());
    const choose = async (item: RegExp, behind?: string): Promise<void> => {
      await selected(window).click({ button: 'right' });
      if (behind) await window.getByRole('menuitem', { name: behind }).click();
      await window.getByRole('menuitem', { name: item }).click();
    };
    const isSelected = (name: string): Promise<void> => expect(selected(window)).toContainText(name);
    await isSelected('Loop()');
    await window.keyboard.press('Home');
    await isSelected('Run()');
    await choose(/^Close All Below/, 'Expand or Close Rows');
    await expect(tree(window).getByRole('row')).toHaveCount(2);
    await choose(/^Open All Below/, 'Expand or Close Rows');
    await expect(tree(window)).toHaveAttribute('aria-rowcount', String(METHODS + 4));
    await window.keyboard.press('Shift+ArrowLeft');
    await expect(tree(window).getByRole('row')).toHaveCount(2);
    await choose(/^Expand Hottest Path/, 'Expand or Close Rows');
    await isSelected('Loop()');
    await choose(/^Copy Name/);
    await expect.poll(clipboard).toBe('demo.Demo.Loop()');
    await choose(/^Copy Row/, 'Copy More');
    await expect.poll(clipboard).toMatch(/^demo\.Demo\.Loop\(\)\t89000\t\d+\t\d+\t1\t/);
    await choose(/^Copy Stack/, 'Copy More');
    await expect.poll(clipboard).toBe('demo.Demo.Loop()\ndemo.Demo.Run()');
    await window.keyboard.press('Home');
    await window.keyboard.press('Control+c'); // of what Home selects, though it may not be seen yet
    await expect.poll(clipboard).toBe('demo.Demo.Run()');
    await window.keyboard.press('Shift+F10');
    for (const [entry, line] of [
      ['Expand or Close Rows', /^Open All Below.*\*$/],
      ['Copy Name', /^Copy NameCtrl\+C$/],
      ['Show In', /^Show in Callees.*E$/],
    ] as const) {
      await window.getByRole('menuitem', { name: entry }).hover();
      await expect(window.getByRole('menuitem').filter({ hasText: line })).toHaveCount(1);
    }
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Control+k');
    await window.keyboard.type('hottest path');
    await window.keyboard.press('Enter');
    await expect(selected(window)).toContainText('Loop()');
  });
});
