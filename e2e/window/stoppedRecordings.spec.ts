import type { Page } from '@playwright/test';
import { SluiceError } from '../../shared/base/errors.ts';
import type { FakeEngine } from '../../renderer/testing/fakeEngine.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

const recents = (page: Page) => page.getByRole('region', { name: 'Recent recordings' });
const NAME = /^Demo-\d{4}-\d\d-\d\d-\d{6}\.sluice$/;

/** The calls of the root, which only grow in a recording. */
async function rootCalls(page: Page): Promise<string> {
  await idle(page);
  return (await tree(page).getByRole('row').nth(1).getByRole('gridcell').last().textContent()) ?? '';
}

async function stop(page: Page): Promise<string> {
  await expect(tree(page)).toBeVisible();
  await button(page, 'Stop').click();
  await expect(button(page, 'Start')).toBeEnabled();
  return rootCalls(page);
}

async function hasEvents(engine: FakeEngine): Promise<boolean> {
  const { phase, counters } = await engine.status();
  return phase === 'recording' && counters.events > 0;
}

test('a stopped recording is kept by itself, marked not saved, and opens with all that was recorded', async ({
  window,
  server,
}) => {
  await record(window);
  await stop(window);
  // Its events may still be on their way to the page, which shows what has come; the copy is made when all of them are there.
  await expect.poll(async () => (await server.engine.keptRecordings()).length).toBe(1);
  const calls = await rootCalls(window);
  await button(window, 'Start').click(); // the first one made room for it
  await stop(window);
  await button(window, 'Detach').click();
  const entries = recents(window).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  for (const entry of await entries.all()) {
    await expect(entry).toContainText('not saved');
    const root = entry.getByText('OrderService::handle', { exact: true });
    expect(await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  }

  await entries.last().getByRole('button', { name: NAME }).click();
  await expect(window.getByRole('status').first()).toContainText('Recording Demo-');
  expect(await rootCalls(window)).toBe(calls);
});

test('while the events of a stopped recording are on their way, the window says so and nothing of counts', async ({
  window,
  server,
}) => {
  const status = window.getByRole('status').first();
  await record(window);
  await expect(tree(window)).toBeVisible();
  server.engine.blocks.hold();
  await expect.poll(() => hasEvents(server.engine)).toBe(true);
  await button(window, 'Stop').click();
  await expect(button(window, 'Start')).toBeEnabled();
  await expect(status).toContainText('the last events are still being read');
  await expect(status).not.toContainText('complete');
  server.engine.blocks.release();
  await expect(status).toContainText('the recording is complete, every count is exact');
  await expect(status).not.toContainText('still being read');
});

test('one that is restarted, and one that ends with its JVM, is kept as well', async ({ window, server }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await window.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => server.engine.requests.length).toBe(2);
  await expect(tree(window)).toBeVisible();
  await expect(button(window, 'Stop')).toBeEnabled();
  await expect.poll(async () => (await server.engine.keptRecordings()).length).toBe(1);
  await expect.poll(() => hasEvents(server.engine)).toBe(true); // of one without, nothing is kept
  server.engine.changeStatus({ phase: 'ended', text: 'the target ended' });
  await expect.poll(async () => (await server.engine.keptRecordings()).length).toBe(2);
});

test('a restart is undone: what was recorded before is shown with its choices, and what was recorded since is kept too', async ({
  window,
  server,
}) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await window.getByRole('tab', { name: 'Roots' }).click();
  await button(window, 'Remove root com.acme.shop.order.OrderService::handle').click();
  await window
    .getByRole('textbox', { name: 'Find class or method' })
    .fill('com.acme.shop.cart.CartService::add');
  await button(window, 'Add pattern').click();
  await window.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => server.engine.requests.length).toBe(2);
  const note = window.getByRole('region', { name: 'Problems' });
  await expect(note).toContainText('Restarted. What was recorded before is kept: Demo-');
  await button(window, 'Undo Restart').click();
  await expect(window.getByRole('status').first()).toContainText('Recording Demo-');
  await expect(window.locator('.recordingNumbers')).toContainText('OrderService::handle');
  await expect.poll(async () => (await server.engine.keptRecordings()).length).toBe(2);
  await button(window, 'Show Session').click();
  await button(window, 'Start').click();
  await expect.poll(() => server.engine.requests.length).toBe(3);
  expect(server.engine.requests[2]).toMatchObject({ roots: ['com.acme.shop.order.OrderService::handle'] });
});

test('one is given a name and a note, which are there after a reload and in its title', async ({
  window,
  server,
}) => {
  await record(window);
  await stop(window);
  await button(window, 'Detach').click();
  const entry = recents(window).getByRole('listitem');
  await entry.getByRole('button', { name: /^Name and note of Demo-/ }).click();
  await expect(entry.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await window.keyboard.type('before the cache');
  await entry.getByRole('textbox', { name: 'Note' }).fill('200 users, warm');
  await window.keyboard.press('Enter');
  await expect(recents(window)).toBeFocused();
  await window.reload();
  await expect(recents(window).getByRole('listitem')).toContainText('200 users, warm');
  await button(window, 'before the cache').click();
  await expect(window.getByRole('heading', { name: 'before the cache' })).toBeVisible();
  await expect(window.locator('.sessionHeader')).toContainText('200 users, warm');

  await button(window, 'Close Recording').click();
  await button(window, 'Name and note of before the cache').click();
  await window.keyboard.type(' and more');
  await window.keyboard.press('Escape');
  await expect(button(window, 'before the cache')).toBeVisible();
  const [{ title }] = await server.engine.keptRecordings();
  expect(title).toBe('before the cache');
});

test('one that is saved is marked so no more', async ({ window }) => {
  await record(window);
  await stop(window);
  const download = window.waitForEvent('download');
  await window.keyboard.press('Control+s');
  await download;
  await button(window, 'Detach').click();
  await expect(recents(window).getByRole('listitem')).toHaveCount(1);
  await expect(recents(window)).not.toContainText('not saved');
});

test('of the last two recordings of a JVM the second is compared with the first at once', async ({
  window,
}) => {
  await record(window);
  await stop(window);
  await button(window, 'Start').click();
  await stop(window);
  await window.keyboard.press('Control+d');
  const [before, after] = ['A, before', 'B, after'].map((name) => window.getByRole('combobox', { name }));
  await expect(before.locator('option:checked')).toHaveText(NAME);
  await expect(after.locator('option:checked')).toHaveText('sluice.demo.Demo (PID 9999)');
  await button(window, 'Compare').click();
  await expect(button(window, 'Close Comparison')).toBeVisible();
});

test.describe('a recording that is too large to be kept', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Replace the last recording?' });

  test.beforeEach(async ({ window, server }) => {
    await record(window);
    await expect(tree(window)).toBeVisible();
    server.engine.failNext('keepRecording', new SluiceError('usage', 'Demo.sluice has 65 MiB.', ''));
    await stop(window);
  });

  test('is not replaced without a question', async ({ window, server }) => {
    const calls = await rootCalls(window);
    await window.keyboard.press('Control+e');
    await expect(question(window)).toContainText('Demo.sluice has 65 MiB.');
    await window.keyboard.press('Escape');
    await expect(question(window)).toHaveCount(0);
    expect(server.engine.requests).toHaveLength(1);
    expect(await rootCalls(window)).toBe(calls);

    await window.keyboard.press('Control+e');
    await question(window).getByRole('button', { name: 'Replace It' }).click();
    await expect(button(window, 'Stop')).toBeEnabled();
    expect(server.engine.requests).toHaveLength(2);
  });

  test('can be saved from there', async ({ window, server }) => {
    await window.keyboard.press('Control+e');
    const download = window.waitForEvent('download');
    await question(window).getByRole('button', { name: 'Save Recording…' }).click();
    expect((await download).suggestedFilename()).toMatch(NAME);
    await question(window).getByRole('button', { name: 'Go On' }).click();
    await expect.poll(() => server.engine.requests.length).toBe(2);
  });

  test('is asked for before another JVM is attached, and before the page is closed', async ({ window }) => {
    await button(window, 'Detach').click();
    await button(window, 'Try the demo').click();
    await expect(question(window)).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(button(window, 'Show Session')).toBeVisible();
    const asked = window.waitForEvent('dialog');
    const closing = window.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await closing;
  });
});
