import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { SluiceError } from '../../shared/base/errors.ts';
import { decodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import type { HeldByPage } from '../../shared/ipc/desktopBridge.ts';
import { button, expect, record, test, tree } from './fakeWindow.ts';
import type { FakeServer } from '../../renderer/testing/fakeServer.ts';

/** What the page does for the desktop window before that closes. Electron's other half is in electron/main/closing.test.ts. */

interface Desktop {
  /** All that the page has told, the last one last. */
  readonly held: HeldByPage[];
  keepAll: () => Promise<string>;
}

/** The page with a desktop window around it. */
async function open(page: Page, server: FakeServer): Promise<void> {
  await page.addInitScript(() => {
    const desktop: Desktop = { held: [], keepAll: () => Promise.resolve('') };
    Object.assign(globalThis, {
      desktop,
      sluiceDesktop: {
        ...{ showCommands() {}, onCommand() {}, onOpenFile() {} },
        tellHeld: (held: HeldByPage) => desktop.held.push(held),
        onClosing: (keepAll: () => Promise<string>) => (desktop.keepAll = keepAll),
      },
    });
  });
  await page.goto(server.url);
}

const held = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { desktop: Desktop }).desktop.held.at(-1));
const keepAll = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { desktop: Desktop }).desktop.keepAll());

/** Records until there is something to keep. */
async function recordSome(page: Page, server: FakeServer): Promise<void> {
  await record(page);
  await expect(tree(page)).toBeVisible();
  await expect.poll(async () => (await server.engine.status()).counters.events).toBeGreaterThan(0);
}

test('a recording that runs is stopped and kept before the window closes', async ({ page, server }) => {
  await open(page, server);
  expect(await held(page)).toBe('nothing');
  await recordSome(page, server);
  await expect.poll(() => held(page)).toBe('recording');
  expect(await keepAll(page)).toBe('');
  expect(await server.engine.keptRecordings()).toHaveLength(1);
  expect(await held(page)).toBe('session');
  await button(page, 'Detach').click();
  await expect.poll(() => held(page)).toBe('nothing');
});

test('why a recording could not be kept is told to the window', async ({ page, server }) => {
  await open(page, server);
  await recordSome(page, server);
  server.engine.failNext('keepRecording', new SluiceError('io', 'The disk is full.', 'Make room.'));
  expect(await keepAll(page)).toContain('The disk is full.');
  expect(await held(page)).toBe('unsaved');
});

test('a recording that cannot be stopped is told to the window', async ({ page, server }) => {
  await open(page, server);
  await recordSome(page, server);
  server.engine.failNext('stop', new SluiceError('io', 'The JVM does not answer.', 'Wait.'));
  expect(await keepAll(page)).toBe('The recording could not be stopped.');
  expect(await held(page)).toBe('recording');
});

test('what an engine that is gone had sent is in the page only, and who leaves is asked', async ({
  page,
  server,
}) => {
  await open(page, server);
  await recordSome(page, server);
  server.breakConnections();
  await expect.poll(() => held(page)).toBe('unsaved');
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await closing;
  const download = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  const saved = decodeSnapshot(new Uint8Array(await readFile(await (await download).path())));
  expect(saved).toMatchObject({ complete: false, losses: ['it was cut short'] });
  expect(saved.notes).toContain('The engine that recorded went away: what had not come by then is missing.');
  await expect.poll(() => held(page)).toBe('nothing');
});
