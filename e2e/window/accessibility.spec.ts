import type { Page } from '@playwright/test';
import { SluiceError } from '../../shared/base/errors.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

/** Every screen, view and dialog, judged by axe in both themes. */
test('the start screen and what stands in front of it', async ({ window, server }) => {
  await expectAccessible(window, 'JVMs');
  await window.getByRole('row').nth(1).click();
  await expectAccessible(window, 'a JVM that is selected');
  await window.getByRole('textbox', { name: 'Filter JVMs' }).fill('no such class');
  await expectAccessible(window, 'no JVM');
  await window.getByRole('textbox', { name: 'Filter JVMs' }).fill('');

  await button(window, 'Menu').click();
  await expectAccessible(window, 'the menu');
  await window.keyboard.press('Escape');
  for (const [key, name] of [
    ['?', 'Keyboard Shortcuts'],
    ['F1', 'Commands'],
  ] as const) {
    await window.keyboard.press(key);
    await expect(window.getByRole('dialog', { name })).toBeVisible();
    await expectAccessible(window, name);
    await window.keyboard.press('Escape');
  }
  await button(window, 'Launch a Command…').click();
  await expectAccessible(window, 'launching');
  await window.keyboard.press('Escape');

  server.engine.failNext('attachDemo', new SluiceError('io', 'The demo could not be started.', 'Try again.'));
  await button(window, 'Try the demo').click();
  await expect(window.getByRole('alert')).toBeVisible();
  await expectAccessible(window, 'a problem');
});

test('the start screen with recent recordings, kept or only of this window', async ({ window, server }) => {
  const bytes = encodeSnapshot(exampleSnapshot('main: 0>A 100>B 200<B 300<A'));
  for (const name of ['kept.sluice', 'here.sluice']) {
    server.files.set(name, bytes);
    if (name === 'here.sluice')
      server.engine.failNext('keepRecording', new SluiceError('usage', 'Too large.'));
    await window.evaluate(async (file) => {
      const content = await (await fetch(file)).arrayBuffer();
      await globalThis.window.openRecording?.(content, file);
    }, name);
    if (name === 'kept.sluice') await expect.poll(() => server.engine.kept.list()).toHaveLength(1);
  }
  await expect(
    window.getByText('here.sluice will not be among the recent recordings next time.'),
  ).toBeVisible();
  await button(window, 'Close Recording').click();
  const entries = window.getByRole('region', { name: 'Recent recordings' }).getByRole('button');
  await expect(entries).toHaveText(['here.sluice', 'kept.sluice', '✎', '✕']);
  await expectAccessible(window, 'recent recordings');
  await button(window, 'Name and note of kept.sluice').press('Enter');
  await expect(window.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await expectAccessible(window, 'the name and note of a recording');
  await window.keyboard.press('Escape');
  await button(window, 'Remove kept.sluice from the list').press('Enter');
  await expect(entries).toHaveText(['here.sluice']);
  await window.keyboard.press('Tab');
  await expect(button(window, 'here.sluice')).toBeFocused();
});

test('choosing roots and timing a region', async ({ window }) => {
  await button(window, 'Try the demo').click();
  const field = window.getByRole('textbox', { name: 'Find class or method' });
  await field.fill('OrderService');
  await window.getByRole('listbox', { name: 'Loaded classes' }).getByRole('option').first().click();
  await window.getByRole('listbox', { name: 'Methods' }).getByRole('option').first().click();
  await window.getByRole('textbox', { name: 'Name of the preset' }).fill('orders');
  await button(window, 'Save preset').click();
  await button(window, 'Preview').click();
  await expect(window.getByRole('table', { name: 'What would be instrumented' })).toBeVisible();
  await expectAccessible(window, 'roots');
  await window.getByRole('tabpanel').getByText('Packages', { exact: true }).click();
  await window.getByRole('tree', { name: 'Packages' }).getByRole('treeitem').first().click();
  await expectAccessible(window, 'packages');
  await button(window, 'Time this method…').click();
  await expectAccessible(window, 'a region to choose');
  await button(window, 'Time it').click();
  await window.getByRole('img', { name: /Histogram/ }).focus();
  await expectAccessible(window, 'a timed region');
});

test('every view of results, live, stopped and changed', async ({ window }) => {
  test.slow(); // axe goes through some thirty screens
  await record(window);
  await expect(tree(window)).toBeVisible();
  await expectAccessible(window, 'a recording that runs');
  await button(window, 'Stop').click();
  await idle(window);
  await expectEachView(window, 'of a session');
  await window.getByRole('tab', { name: 'Call Tree' }).click();
  await tree(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('*');
  await window.keyboard.press('Control+f');
  await window.keyboard.type('order');
  await expect(window.getByRole('search')).toContainText(/\d of \d/);
  await expectAccessible(window, 'rows that are found');
  await button(window, 'Columns').click();
  await expectAccessible(window, 'the columns');
  await window.keyboard.press('Escape');
  await tree(window).focus();
  await window.keyboard.press('Shift+F10');
  await expect(window.getByRole('menu')).toBeVisible();
  await expectAccessible(window, 'the menu of a method');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Home');
  await window.keyboard.press('d');
  await expect(window.getByRole('heading', { name: 'Nothing is left' })).toBeVisible();
  await expectAccessible(window, 'a tree of which nothing is left');
});

test('a file that is opened, and two that are compared', async ({ window, server }) => {
  test.slow(); // axe goes through some thirty screens
  const recordings = {
    'before.sluice': 'main: 0>A 100>B 200<B 300>C 400>D 450<D 500<C 1100<A',
    'after.sluice': 'main: 0>A 100>B 200<B 210>B 310<B 320>C 900<C 920>E 990<E 1100<A',
  };
  for (const [name, script] of Object.entries(recordings)) {
    server.files.set(name, encodeSnapshot(exampleSnapshot(script)));
    await window.evaluate(async (file) => {
      const bytes = await (await fetch(file)).arrayBuffer();
      await globalThis.window.openRecording?.(bytes, file);
    }, name);
  }
  await expectEachView(window, 'of a file');
  await window.keyboard.press('Control+d');
  await expect(window.getByRole('dialog', { name: 'Compare two recordings' })).toBeVisible();
  await expectAccessible(window, 'choosing what is compared');
  await button(window, 'Compare').click();
  await expect(window.getByRole('treegrid', { name: 'Compared Call Tree' })).toBeVisible();
  await expectEachView(window, 'of a comparison');
});

test('the question before a recording is replaced of which there is no copy', async ({ window, server }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  server.engine.failNext('keepRecording', new SluiceError('usage', 'Too large.'));
  await button(window, 'Stop').click();
  await expect(button(window, 'Start')).toBeEnabled();
  await button(window, 'Start').click();
  await expect(window.getByRole('dialog')).toBeVisible();
  await expectAccessible(window, 'replacing a recording');
});

test('the menu of a row, with a submenu that explains itself', async ({ window }) => {
  await record(window);
  await tree(window).getByRole('row').nth(1).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Change the Tree' }).click();
  await expect(window.getByRole('menu', { name: 'Change the Tree' })).toBeVisible();
  await expectAccessible(window, 'a menu and its submenu');
});

test.describe('a root that is never called', () => {
  test.use({ engineOptions: { program: 'silent' } });

  test('is waited for', async ({ window }) => {
    await record(window);
    await expect(window.getByRole('heading', { name: /Waiting/ })).toBeVisible();
    await expectAccessible(window, 'no calls yet');
  });
});

test('what the reader does is said once, and what events change is not', async ({ window }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await tree(window).focus();
  await window.keyboard.press('Home');
  await idle(window);
  const said = await listen(window);

  const calls = tree(window).locator('[aria-selected=true] [role=gridcell]').last();
  for (let moments = 0; moments < 4; moments++) {
    const before = (await calls.textContent()) ?? '';
    await expect(calls).not.toHaveText(before);
  }
  expect(await said()).toEqual([]);

  const isOpen =
    (await tree(window).locator('[aria-selected=true]').getAttribute('aria-expanded')) === 'true';
  await window.keyboard.press(isOpen ? 'ArrowLeft' : 'ArrowRight');
  await expect
    .poll(said)
    .toContainEqual(expect.stringMatching(isOpen ? /^Closed, \d+ row/ : /^Opened, \d+ rows/));
  await window.keyboard.press('Tab');
  await window.keyboard.press('Enter');
  await expect.poll(said).toContain('Sorted by Name, A to Z');
  await window.keyboard.press('Control+f');
  await window.keyboard.type('zzz');
  await expect.poll(said).toContain('not found');
  await window.keyboard.press('Control+a');
  await window.keyboard.type('order');
  for (const key of ['Enter', 'Enter', 'Shift+Enter']) {
    const before = (await said()).length;
    await window.keyboard.press(key);
    await expect
      .poll(async () => (await said()).slice(before))
      .toContainEqual(expect.stringMatching(/^\d[\d\s]* of \d[\d\s]*$/));
  }
  await window.keyboard.press('Control+g');
  await expect.poll(said).toContainEqual(expect.stringMatching(/^\d+ rows? left$/));
  await window.keyboard.press('Control+e');
  await expect.poll(said).toContainEqual(expect.stringContaining('the recording is complete'));
});

test('how many JVMs run, or are left by the filter, is said when it changes', async ({ window, server }) => {
  await expect(window.getByRole('grid', { name: 'Running JVMs' }).getByRole('row')).toHaveCount(6);
  const said = await listen(window);
  await window.getByRole('textbox', { name: 'Filter JVMs' }).fill('shop');
  await expect.poll(said).toContain('3 of 5 running JVMs');
  server.engine.jvms = server.engine.jvms.slice(1);
  await expect.poll(said).toContainEqual(expect.stringMatching(/ of 4 running JVMs$/));
});

test('the focus goes on in the list when the JVM that has it ends', async ({ window, server }) => {
  const rows = window.getByRole('grid', { name: 'Running JVMs' }).getByRole('row');
  await rows.nth(2).click();
  await expect(rows.nth(2)).toBeFocused();
  const [first, , ...rest] = server.engine.jvms;
  server.engine.jvms = [first, ...rest];
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toBeFocused();
  await window.keyboard.press('ArrowDown');
  await expect(rows.nth(2)).toBeFocused();
});

/** @returns what has been said aloud since */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(
          '[aria-live=polite], [role=alert], [role=status]:not([aria-live=off])',
        );
        const text = region?.textContent ?? '';
        if (text !== '' && said.at(-1) !== text) said.push(text);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}

async function expectEachView(page: Page, whose: string): Promise<void> {
  for (const name of await page.getByRole('tab').allInnerTexts()) {
    await page.getByRole('tab', { name, exact: true }).click();
    await idle(page);
    await selectFirst(page);
    await expectAccessible(page, `${name} ${whose}`);
  }
}

/** What is selected looks otherwise. */
async function selectFirst(page: Page): Promise<void> {
  const body = page
    .getByRole('tabpanel')
    .locator(':is([role=treegrid], [role=grid], [role=application])')
    .first();
  if ((await body.count()) === 0) return;
  await body.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await idle(page);
}
