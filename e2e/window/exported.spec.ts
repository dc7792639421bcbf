import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { exportedBundle } from '../../build/bundle.mjs';
import { recordingPageOf } from '../../build/recordingPage.mjs';
import { htmlPage } from '../../shared/export/htmlPage.ts';
import { decodeSnapshot, encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { pictureDump } from '../../shared/testing/pictureDump.ts';
import { expectAccessible } from './axe.ts';
import { expect, idle, test as base, tree } from './fakeWindow.ts';
import { rootCallFile } from './rootCallFile.ts';

/** The page that holds a recording, from a file: what an export leaves out of the window is missed by nothing in it. */
const test = base.extend<{ readonly exported: Page }, { readonly exportedPage: string }>({
  exportedPage: [async ({}, use) => use(recordingPageOf(await exportedBundle())), { scope: 'worker' }],
  exported: async ({ page, exportedPage }, use) => {
    const calls = 'main: ^ 0>A 100>B 300<B 900<A ^ 2000>A 2100>B 8000<B 9000<A';
    const packed = async (bytes: Uint8Array): Promise<string> => gzipSync(bytes).toString('base64');
    const html = await htmlPage(decodeSnapshot(rootCallFile(calls, 0)), { page: exportedPage, packed });
    const file = base.info().outputPath('calls.html');
    writeFileSync(file, html.join(''));
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(pathToFileURL(file).href);
    await expect(tree(page).getByRole('row', { name: /A\(\)/ })).toBeVisible();
    await use(page);
    expect(complaints).toEqual([]);
  },
});

async function open(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    async ({ fileName, content }) => {
      const file = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
      await window.openRecording?.(file.buffer, fileName);
    },
    { fileName: name, content: Buffer.from(bytes).toString('base64') },
  );
}

test('every view of an exported page opens, and the page has its name', async ({ exported }) => {
  await expect(exported).toHaveTitle(/ – Sluice$/);
  for (const name of await exported.getByRole('tab').allInnerTexts()) {
    await exported.getByRole('tab', { name, exact: true }).click();
    await idle(exported);
    await expect(exported.getByRole('tabpanel').or(exported.getByRole('main')).first()).toBeVisible();
  }
  await exported.getByRole('tab', { name: 'Call Tree' }).click();
  await exported.keyboard.press('F1');
  await expectAccessible(exported, 'an exported page, its commands');
});

test('an exported page compares with another recording, and says of other files who opens them', async ({
  exported,
}) => {
  await open(
    exported,
    'other.sluice',
    encodeSnapshot(exampleSnapshot('main: 0>A 50>B 70<B 80>B 90<B 200<A')),
  );
  await exported.keyboard.press('Control+d');
  const dialog = exported.getByRole('dialog', { name: 'Compare two recordings' });
  await dialog.getByLabel('A, before').selectOption('calls.sluice');
  await dialog.getByLabel('B, after').selectOption('other.sluice');
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(exported.getByRole('treegrid', { name: 'Compared Call Tree' })).toBeVisible();

  const problems = exported.getByRole('region', { name: 'Problems' });
  await open(exported, 'shop.hprof', pictureDump('class com.acme.Shop -> a\n a:com.acme.A').bytes);
  await expect(problems).toContainText('shop.hprof: An exported page opens no heap dumps.');
  await open(exported, 'run.jfr', Uint8Array.of(0x46, 0x4c, 0x52, 0, 0, 2, 0, 1));
  await expect(problems).toContainText('run.jfr: This is no recording of Sluice');
});
