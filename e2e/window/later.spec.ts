import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';
import type { FakeServer } from '../../renderer/testing/fakeServer.ts';

/** The part of the page that shows what is opened. */
const SCREEN = '**/OpenedScreen-*.js';
/** That of the worker which reads files. */
const FILES = '**/fileWork-*.js';

async function openRecording(page: Page, server: FakeServer): Promise<void> {
  server.files.set('a.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 100>B 200<B 1100<A')));
  await page.evaluate(async () => {
    const bytes = await (await fetch('a.sluice')).arrayBuffer();
    void window.openRecording?.(bytes, 'a.sluice');
  });
}

test('the list of JVMs is there without what shows recordings, which says that it is loaded', async ({
  page,
  server,
}) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(SCREEN, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(server.url);
  await expect(page.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
  await openRecording(page, server);
  await expect(page.getByRole('heading', { name: 'Loading' })).toBeVisible();
  release();
  await expect(tree(page).getByRole('row', { name: /A\(\)/ })).toBeVisible();
});

test('what shows recordings and does not come is told, and can be tried again', async ({ page, server }) => {
  await page.route(SCREEN, (route) => route.abort());
  await page.goto(server.url);
  await openRecording(page, server);
  await expect(page.getByRole('heading', { name: 'The views could not be loaded' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    'The part of Sluice that shows recordings and heaps could not be loaded. ' +
      'The engine has ended, or another Sluice was installed meanwhile: start Sluice again.',
  );
  await page.unroute(SCREEN);
  await button(page, 'Try again').click();
  await expect(tree(page).getByRole('row', { name: /A\(\)/ })).toBeVisible();
});

test('a file whose reader does not come is told', async ({ page, server }) => {
  await page.route(FILES, (route) => route.abort());
  await page.goto(server.url);
  await openRecording(page, server);
  await expect(page.getByRole('alert')).toContainText(
    'The part of Sluice that reads and writes files could not be loaded.',
  );
});

test('what was recorded can be saved when the engine has gone', async ({ page, server }) => {
  await page.goto(server.url);
  await record(page);
  await idle(page);
  await page.route('**/*', (route) => route.abort());
  server.breakConnections();
  await expect(page.getByRole('alert')).toContainText('The engine is gone');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  expect((await (await download).path()).length).toBeGreaterThan(0);
});
