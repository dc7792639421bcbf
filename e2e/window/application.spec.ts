import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { decodeSnapshot, encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { pageHash } from '../../shared/ipc/pageAddress.ts';
import { pictureDump } from '../../shared/testing/pictureDump.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

/** What the page gives the user to keep. */
async function givenFile(page: Page, act: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const bytes = new Uint8Array(await readFile(await download.path()));
  return { name: download.suggestedFilename(), bytes };
}

async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    ({ fileName, content }) => {
      const files = new DataTransfer();
      const characters = atob(content);
      files.items.add(new File([Uint8Array.from(characters, (one) => one.charCodeAt(0))], fileName));
      for (const type of ['dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
    },
    { fileName: name, content: Buffer.from(bytes).toString('base64') },
  );
}

async function runByName(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

test('a window that is made for a file opens it: sluice view', async ({ page, server }) => {
  server.files.set('open', encodeSnapshot(exampleSnapshot('main: 0>Order 100<Order')));
  await page.goto(`${server.url}#open=${encodeURIComponent('my shop.sluice')}`);
  await expect(tree(page).getByRole('row', { name: /Order/ })).toBeVisible();
  await expect(page.getByText('my shop.sluice').first()).toBeVisible();
});

test('of many files the first one is opened, and the others are listed and can be compared: sluice view', async ({
  page,
  server,
}) => {
  server.files.set('open', encodeSnapshot(exampleSnapshot('main: 0>Order 100<Order')));
  server.files.set('open2', encodeSnapshot(exampleSnapshot('main: 0>Order 50>Cart 90<Cart 200<Order')));
  server.files.set('open3', pictureDump('class com.acme.Shop -> a\n a:com.acme.A').bytes);
  await page.goto(server.url + pageHash(['before.sluice', 'after.sluice', 'shop.hprof']));
  await expect(tree(page).getByRole('row', { name: /Order/ })).toBeVisible();
  await page.keyboard.press('Control+d');
  const dialog = page.getByRole('dialog', { name: 'Compare two recordings' });
  await expect(dialog.getByLabel('A, before').getByRole('option')).toHaveText([
    'Not chosen',
    'before.sluice',
    'after.sluice',
  ]);
  await dialog.getByLabel('A, before').selectOption('before.sluice');
  await dialog.getByLabel('B, after').selectOption('after.sluice');
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  const compared = page.getByRole('treegrid', { name: 'Compared Call Tree' });
  await expect(compared.getByRole('row', { name: /Cart/ })).toContainText('new');
  await runByName(page, 'Close Comparison');
  await runByName(page, 'Close Recording');

  const recent = page.getByRole('region', { name: 'Recent recordings' });
  await expect(recent.getByRole('listitem')).toContainText(['after.sluice', 'shop.hprof', 'before.sluice']);
  await expectAccessible(page, 'files of sluice view');
  await recent.getByRole('button', { name: 'shop.hprof' }).click();
  await expect(page.getByRole('heading', { name: 'shop.hprof' })).toBeVisible();
});

test('a window whose engine runs elsewhere says so, beside what is shown too', async ({ page, server }) => {
  server.files.set('open', encodeSnapshot(exampleSnapshot('main: 0>Order 100<Order')));
  await page.goto(server.url + pageHash(['my shop.sluice'], 'ssh://web-1'));
  await expect(page).toHaveTitle('demo.Demo – Sluice on ssh://web-1');
  await runByName(page, 'Close Recording');
  await expect(page.getByText('the engine runs at ssh://web-1')).toBeVisible();
  await expect(page).toHaveTitle('Sluice on ssh://web-1');
  await expectAccessible(page, 'the window of an engine elsewhere');
});

test('a recording is saved while it runs, dropped on the window again, and exported', async ({ window }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await button(window, 'Stop').click();
  await idle(window);
  const rows = await tree(window).getByRole('row').nth(1).textContent();

  const saved = await givenFile(window, () => window.keyboard.press('Control+s'));
  expect(saved.name).toMatch(/^Demo-\d{4}-\d\d-\d\d-\d{6}\.sluice$/);
  const snapshot = decodeSnapshot(saved.bytes);
  expect(snapshot).toMatchObject({
    target: { pid: 9999, mainClass: 'sluice.demo.Demo' },
    roots: ['com.acme.shop.order.OrderService::handle'],
    complete: true,
  });
  expect(snapshot.threads.length).toBeGreaterThan(1);

  await drop(window, 'again.sluice', saved.bytes);
  await expect(window.getByRole('status')).toContainText('Recording again.sluice');
  await expect(tree(window).getByRole('row').nth(1)).toHaveText(rows ?? '');
  const exported = await givenFile(window, () => runByName(window, 'csv'));
  expect(exported.name).toBe('again.csv');
  expect(new TextDecoder().decode(exported.bytes)).toContain('OrderService');
  const packed = await givenFile(window, () => runByName(window, 'pprof'));
  expect([...packed.bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
});

test('a snapshot has all that was recorded before it was asked for, also what was still on its way', async ({
  window,
}) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await button(window, 'Pause').click();
  await expect(button(window, 'Resume')).toBeVisible();
  await idle(window);
  const root = tree(window).getByRole('row').nth(1).getByRole('gridcell').last();
  const before = (await root.textContent()) ?? '';
  await button(window, 'Snapshot').click();
  await expect(button(window, 'Close Recording')).toBeVisible();
  // The scripted engine's threads hold some calls, which come when they are asked for.
  await expect(root).not.toHaveText(before);
  const inSnapshot = (await root.textContent()) ?? '';
  await button(window, 'Show Session').click();
  await expect(root).toHaveText(inSnapshot);
});

test('a file that is no recording is refused by what it is, and nothing else changes', async ({ window }) => {
  await drop(window, 'run.jfr', Uint8Array.of(0x46, 0x4c, 0x52, 0, 0, 0, 0, 0));
  await expect(window.getByRole('alert')).toContainText(/run\.jfr: .*Flight Recorder/);
  await expect(window.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
});

test('every command is found by name, key and menu, and says why it cannot be run', async ({ window }) => {
  await window.keyboard.press('?');
  await expect(window.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toContainText('Ctrl+Shift+P');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);

  await window.keyboard.press('F1');
  await window.keyboard.type('save');
  await expect(window.getByRole('option', { name: /Save Recording/ })).toContainText(
    'Nothing has been recorded yet.',
  );
  await window.keyboard.press('Enter');
  await expect(window.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await window.keyboard.press('Escape');

  await button(window, 'Menu').click();
  await expect(window.getByRole('menuitem', { name: /Launch a Command/ })).toBeFocused();
  await window.keyboard.press('ArrowRight');
  await expect(window.getByRole('menuitem', { name: /Open File/ })).toBeFocused();
  const entries = window.getByRole('menuitem');
  await expect(window.getByRole('menuitem', { disabled: true })).toHaveCount(0);
  const few = await entries.count();
  await window.keyboard.press('End');
  await expect(window.getByRole('menuitem', { name: /^Show \d+ More, Not Available Now$/ })).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('menuitem', { name: 'Save Recording' })).toHaveAttribute(
    'title',
    'Nothing has been recorded yet.',
  );
  expect(await entries.count()).toBeGreaterThan(2 * few);
  await expect(window.locator('[role=menuitem]:focus')).toHaveCount(1);
  await window.keyboard.press('Escape');
  await expect(button(window, 'Menu')).toBeFocused();
});

test('the theme is chosen, and remembered', async ({ window }) => {
  const scheme = () => window.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await scheme()).toBe('light dark');
  await runByName(window, 'theme dark');
  expect(await scheme()).toBe('dark');
  await window.reload();
  await expect(button(window, 'Menu')).toBeVisible();
  expect(await scheme()).toBe('dark');
});

test('a command is launched and recorded from its start', async ({ window, server }) => {
  await button(window, 'Launch a Command…').click();
  const launch = button(window, 'Launch and record');
  await expect(launch).toHaveAttribute('title', 'Type a command.');
  await window.getByRole('textbox', { name: 'Command' }).fill('java -jar "my app.jar"');
  await window
    .getByRole('textbox', { name: 'Root methods' })
    .fill('com.acme.shop.order.OrderService::handle');
  await window.getByText('Options: Scheme: everything, Clock: nano').click();
  await expect(window.getByRole('radio', { name: /everything/ })).toBeChecked();
  await window.getByRole('checkbox', { name: 'Include core classes' }).check();
  await launch.click();
  await expect(tree(window)).toBeVisible();
  expect(server.engine.requests[0]).toMatchObject({
    roots: ['com.acme.shop.order.OrderService::handle'],
    scheme: 'everything',
    includeCore: true,
  });
});

test('who leaves while a JVM is attached is asked', async ({ window }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  const asked = window.waitForEvent('dialog');
  const closing = window.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await closing;
  await expect(tree(window)).toBeVisible();
});
