import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { diffJson } from '../../shared/report/diffJson.ts';
import { RecordingDiff } from '../../shared/compare/recordingDiff.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import type { FakeServer } from '../../renderer/testing/fakeServer.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expectAccessible } from './axe.ts';
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
  await expect(
    window.getByText(/B\(\) is called 2 times per root call by .*A\(\), 1 before: 2 times as often/),
  ).toBeVisible();
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
    '100 ns',
    '200 ns',
    '+100 ns',
    '0 ns',
    '+1',
  ]);
  await expect(row(/C\(\)/).getByRole('gridcell').nth(6)).toHaveText('+430 ns');
  await window.setViewportSize({ width: 1280, height: 720 });
  const title = compared(window).getByRole('columnheader', { name: 'Name' });
  const widthPx = async (): Promise<number> => (await title.boundingBox())?.width ?? 0;
  await expect.poll(widthPx, 'room for names').toBeGreaterThan(600);
  await window.setViewportSize({ width: 820, height: 700 });
  const hiddenPx = () =>
    compared(window).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(hiddenPx, 'nothing to scroll to').toBe(0);
  await window.setViewportSize({ width: 1280, height: 720 });

  const [download] = await Promise.all([
    window.waitForEvent('download'),
    button(window, 'Save Comparison as JSON…').click(),
  ]);
  expect(download.suggestedFilename()).toBe('before-to-after.json');
  const [a, b] = [
    { name: 'before.sluice', snapshot: BEFORE },
    { name: 'after.sluice', snapshot: AFTER },
  ];
  expect(await readFile(await download.path(), 'utf8')).toBe([...diffJson(new RecordingDiff(a, b))].join(''));

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

test('a recent recording that is opened again is the first of them', async ({ window, server }) => {
  await open(window, 'before.sluice');
  await expect.poll(() => server.engine.kept.list()).toHaveLength(1);
  await open(window, 'after.sluice');
  await expect.poll(() => server.engine.kept.list()).toHaveLength(2);
  await button(window, 'Close Recording').click();
  const entries = window.getByRole('region', { name: 'Recent recordings' }).getByRole('button');
  await expect(entries).toHaveText(['after.sluice', '✎', '✕', 'before.sluice', '✎', '✕']);
  await entries.filter({ hasText: 'before' }).click();
  await expect(tree(window)).toBeVisible();
  await button(window, 'Close Recording').click();
  await expect(entries).toHaveText(['before.sluice', '✎', '✕', 'after.sluice', '✎', '✕']);
  await window.reload();
  await expect(entries).toHaveText(['before.sluice', '✎', '✕', 'after.sluice', '✎', '✕']);
});

test('what is being recorded is compared with a file', async ({ window }) => {
  await open(window, 'before.sluice');
  await button(window, 'Close Recording').click();
  await record(window);
  await expect(tree(window)).toBeVisible();
  await window.keyboard.press('Control+d');
  await expect(window.getByRole('combobox', { name: 'B, after' })).toHaveValue('session');
  const before = window.getByRole('combobox', { name: 'A, before' });
  await expect(before, 'a file of another program is not proposed').toHaveValue('');
  await before.selectOption('file before.sluice');
  await button(window, 'Compare').click();
  await expect(window.getByRole('list', { name: 'What makes them hard to compare' })).toContainText('roots');
  await expect(compared(window).getByRole('row', { name: /handle/ })).toContainText('new');
  await idle(window);
});

test('recordings of other lengths are compared as recorded, per root call or per second', async ({
  window,
  server,
}) => {
  // B has three calls of the root, of which each is as A's only one.
  const ONE = '0>A 100>B 200<B 300<A';
  const THREE = `${ONE} 300>A 400>B 500<B 600<A 600>A 700>B 800<B 900<A`;
  const long = { ...exampleSnapshot(`main: ${THREE}`), durationMs: 5_000 };
  server.files.set('long.sluice', encodeSnapshot(long));
  server.files.set('short.sluice', encodeSnapshot({ ...exampleSnapshot(`main: ${ONE}`), durationMs: 1_000 }));
  await open(window, 'short.sluice');
  await open(window, 'long.sluice');
  await window.keyboard.press('Control+d');
  await button(window, 'Compare').click();
  const remarks = window.getByRole('list', { name: 'What makes them hard to compare' });
  const shown = async (): Promise<string> => {
    await idle(window);
    return compared(window).getByRole('row', { name: /A\(\)/ }).innerText();
  };
  const basis = (name: string) =>
    window.getByRole('group', { name: 'Numbers' }).getByText(name, { exact: true });
  await expect(remarks).toContainText(
    'A ran for 1.00 s with 1 root call, B for 5.00 s with 3 root calls: numbers are as recorded',
  );
  await expect(window.getByRole('radio', { name: 'as recorded' })).toBeChecked();
  expect(await shown()).toMatch(/300 ns\s+900 ns\s+\+600 ns\s+0 ns\s+\+2$/);

  await basis('per root call').click();
  await expect(remarks).toContainText('all numbers are per root call');
  expect(await shown()).toMatch(/300 ns\s+300 ns\s+0 ns\s+0 ns\s+0$/);

  await basis('per second').click();
  await expect(remarks).toContainText('all numbers are per second');
  expect(await shown()).toMatch(/300 ns\s+180 ns\s+−120 ns\s+0 ns\s+−0\.400$/);

  await window.setViewportSize({ width: 720, height: 700 });
  await idle(window);
  const isWider = await window.evaluate(() => document.documentElement.scrollWidth > globalThis.innerWidth);
  expect(isWider, 'sideways scroll of the page').toBe(false);
});

/** Two threads on each side; `pool` of B has another id, and one B more. */
const THREADS_BEFORE = exampleSnapshot('main: 0>A 100>B 200<B 300<A\npool: 0>A 10>B 60<B 100<A');
const THREADS_AFTER = exampleSnapshot(
  'pool: 0>A 10>B 60<B 60>B 90<B 100<A\nmain: 0>A 100>B 200<B 210>C 260<C 300<A',
);

/** A table of the comparison of these two, whatever view is in front. */
const table = (page: Page, name: string) =>
  page.getByRole(/Hot|Threads/.test(name) ? 'grid' : 'treegrid', { name: `Compared ${name}` });

async function cells(page: Page, name: string, row: RegExp): Promise<readonly string[]> {
  await idle(page);
  return table(page, name).getByRole('row', { name: row }).first().getByRole('gridcell').allInnerTexts();
}

/** By the keyboard alone. */
async function compareThreads(window: Page, server: FakeServer): Promise<void> {
  server.files.set('before.sluice', encodeSnapshot(THREADS_BEFORE));
  server.files.set('after.sluice', encodeSnapshot(THREADS_AFTER));
  await open(window, 'before.sluice');
  await open(window, 'after.sluice');
  await window.keyboard.press('Control+d');
  await expect(window.getByRole('combobox', { name: 'A, before' })).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(table(window, 'Call Tree')).toBeVisible();
}

test('methods, packages and callers of two recordings are compared', async ({ window, server }) => {
  await compareThreads(window, server);
  await window.keyboard.press('2');
  await expect.poll(() => cells(window, 'Hot Spots', /B\(\)/)).toContain('+1');
  await window.getByRole('group', { name: 'Rows are' }).getByText('Packages').click(); // chosen when its rows have come
  await expect.poll(() => cells(window, 'Hot Spots', /demo/)).toContain('+2');
  await expectAccessible(window, 'compared packages');

  await window.keyboard.press('3');
  await table(window, 'Back Traces').getByRole('row', { name: /B\(\)/ }).click();
  await window.keyboard.press('ArrowRight');
  await expect(table(window, 'Back Traces').getByRole('row', { expanded: true })).toHaveCount(1);
  await expectAccessible(window, 'compared back traces');
});

test('callers and callees of one method of two recordings are compared', async ({ window, server }) => {
  await compareThreads(window, server);
  await table(window, 'Call Tree').getByRole('row', { name: /B\(\)/ }).click();
  await window.keyboard.press('4');
  await expect(table(window, 'Callers').getByRole('row', { name: /A\(\)/ })).toBeVisible();
  await expect.poll(() => cells(window, 'Callees', /B\(\)/)).toContain('+1');
  await expectAccessible(window, 'compared callees');
});

test('the flame graph of two recordings is inverted: what methods take themselves, before and after', async ({
  window,
  server,
}) => {
  await compareThreads(window, server);
  await window.getByRole('tab', { name: 'Flame Graph' }).click();
  const graph = window.getByRole('application', { name: 'Flame Graph' });
  const said = window.locator('.flameGraph [aria-live]');
  await graph.focus();
  await window.keyboard.press('Home');
  await expect(said).toContainText(/demo.Demo.A.*level 1, Total Time/);
  await button(window, 'Invert').click();
  await expect(button(window, 'Invert')).toHaveAttribute('aria-pressed', 'true');
  await graph.focus();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Home');
  await expect(said).toContainText(/level 1, Self Time .* → .*, By calls .*, By time/);
  await expectAccessible(window, 'inverted flame graph of a comparison');
});

test('threads of two recordings are compared by name, and one that is chosen is what all views compare', async ({
  window,
  server,
}) => {
  await compareThreads(window, server);
  await window.keyboard.press('6');
  await expect.poll(() => cells(window, 'Threads', /pool/)).toContain('+1');
  await expectAccessible(window, 'compared threads');
  await table(window, 'Threads').getByRole('row', { name: /pool/ }).click();
  await idle(window);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('combobox', { name: 'Thread' }).locator('option:checked')).toHaveText('pool');
  await window.keyboard.press('2');
  await expect(table(window, 'Hot Spots').getByRole('row', { name: /B\(\)/ })).toBeVisible();
  await expect(table(window, 'Hot Spots').getByRole('row', { name: /C\(\)/ })).toHaveCount(0);
});
