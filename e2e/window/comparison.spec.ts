import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { diffJson } from '../../shared/model/diffJson.ts';
import { encodeSnapshot } from '../../shared/model/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

/** B is called once more, C is slower, D has vanished, E is new. */
const BEFORE = exampleSnapshot('main: 0>A 100>B 200<B 300>C 400>D 450<D 500<C 1100<A');
const AFTER = exampleSnapshot('main: 0>A 100>B 200<B 210>B 310<B 320>C 900<C 920>E 990<E 1100<A');

const compared = (page: Page) => page.getByRole('treegrid', { name: 'Compared Call Tree' });

async function open(page: Page, name: string): Promise<void> {
  await page.evaluate(async (file) => {
    const bytes = await (await fetch(file)).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, file);
  }, name);
}

test.beforeEach(({ server }) => {
  server.files.set('before.sluice', encodeSnapshot(BEFORE));
  server.files.set('after.sluice', encodeSnapshot(AFTER));
});

test('two recordings are compared: by calls and by time, with what is new and gone, and saved as sluice diff has it', async ({
  window,
}) => {
  await open(window, 'before.sluice');
  await open(window, 'after.sluice');
  await window.keyboard.press('Control+d');
  await expect(window.getByRole('combobox', { name: 'A, before' })).toHaveValue('file before.sluice');
  await expect(window.getByRole('combobox', { name: 'B, after' })).toHaveValue('file after.sluice');
  await button(window, 'Compare').click();
  await compared(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('*');
  const row = (name: RegExp) => compared(window).getByRole('row', { name });
  await expect(row(/D\(\)/)).toContainText(/gone.*−1/);
  await expect(row(/E\(\)/)).toContainText(/new.*\+1/);
  await expect(row(/B\(\)/).getByRole('gridcell')).toHaveText([
    /B/,
    /100/,
    /\+100.*\+100.0 %/,
    '+100 ns',
    '0 ns',
    '+1',
    '1',
    '2',
  ]);
  await expect(row(/C\(\)/).getByRole('gridcell').nth(4)).toHaveText('+430 ns');

  const [download] = await Promise.all([
    window.waitForEvent('download'),
    button(window, 'Save Comparison as JSON…').click(),
  ]);
  expect(download.suggestedFilename()).toBe('before-to-after.json');
  const [a, b] = [
    { name: 'before.sluice', snapshot: BEFORE },
    { name: 'after.sluice', snapshot: AFTER },
  ];
  expect(await readFile(await download.path(), 'utf8')).toBe([...diffJson(a, b)].join(''));

  await button(window, 'Swap A and B').click();
  await expect(window.getByRole('status')).toContainText('before.sluice compared with after.sluice');
  await expect(compared(window).getByRole('row', { name: /A\(\)/ })).toBeVisible();
  await idle(window);
  await compared(window).press('Home');
  await compared(window).press('*');
  await expect(row(/D\(\)/)).toContainText(/new.*\+1/);
  await window.keyboard.press('2');
  await expect(window.getByRole('grid', { name: 'Compared Hot Spots' }).getByRole('row')).toHaveCount(6);
  await button(window, 'Close Comparison').click();
  await expect(tree(window)).toBeVisible();
});

test('what is being recorded is compared with a file', async ({ window }) => {
  await open(window, 'before.sluice');
  await button(window, 'Close Recording').click();
  await record(window);
  await expect(tree(window)).toBeVisible();
  await window.keyboard.press('Control+d');
  await expect(window.getByRole('combobox', { name: 'B, after' })).toHaveValue('session');
  await button(window, 'Compare').click();
  await expect(window.getByRole('list', { name: 'What makes them hard to compare' })).toContainText('roots');
  await expect(compared(window).getByRole('row', { name: /handle/ })).toContainText('new');
  await idle(window);
});
