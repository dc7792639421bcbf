import { copyFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { reportOf } from '../fixtures/cli.ts';
import { button, isFree, rootRow } from './desktop.ts';
import { NAME, skipUnlessThere, test } from './fixture.ts';

/** What the desktop window's code does in an Electron that can be had (docs/native-window.md). */
const EXAMPLE = fileURLToPath(new URL('../../shared/recording/golden/version8.sluice', import.meta.url));

skipUnlessThere();

test(`${NAME}: list, attach, record, tree, copy, save, detach, close`, async ({ desktop }) => {
  const { screen } = desktop;
  const target = await desktop.startTarget();
  const window = await desktop.open();
  const id = await window.id;
  const page = await window.page();
  await window.record(page, target);

  await rootRow(page).click();
  screen.press(id, 'ctrl+c');
  await page.getByRole('tab', { name: 'Roots' }).click();
  const field = page.getByRole('textbox', { name: 'Find class or method' });
  await field.fill('');
  screen.press(id, 'ctrl+v');
  await expect(field).toHaveValue(/^Polymorphism\.root/);
  await field.fill('');

  const zoom = () => page.evaluate(() => devicePixelRatio);
  expect(await zoom()).toBe(1);
  screen.press(id, 'ctrl+equal');
  await expect.poll(zoom).toBeGreaterThan(1);
  screen.press(id, 'ctrl+0');
  await expect.poll(zoom).toBe(1);

  await button(page, 'Stop').click();
  await expect(button(page, 'Start')).toBeEnabled();
  const file = desktop.path('saved.sluice');
  const dialog = await window.dialogOf(() => screen.press(id, 'ctrl+s'));
  expect(screen.windows('^Save Polymorphism-.*\\.sluice$')).toEqual([dialog]);
  screen.press(dialog, 'ctrl+a');
  screen.type(file);
  screen.press(dialog, 'Return');
  await waitUntil(() => existsSync(file), 'the saved file');
  await expect(async () => {
    expect((await reportOf(file)).roots).toMatchObject([{ method: 'Polymorphism.root', calls: 1 }]);
  }).toPass();

  await button(page, 'Detach').click();
  await waitUntil(() => isFree(target), 'the end of the agent');
  await window.leavePage();
  await window.close();
  expect(await window.ended()).toBe(0);
});

test(`${NAME}: who closes it while it records is asked, and the recording is kept`, async ({ desktop }) => {
  const { screen } = desktop;
  const target = await desktop.startTarget();
  const window = await desktop.open();
  await window.record(await window.page(), target);
  await window.leavePage();
  const cancelled = await window.dialogOf(() => window.close());
  screen.press(cancelled, 'Escape');
  await screen.gone(cancelled);
  expect(screen.windows()).toContain(await window.id);
  expect(desktop.kept()).toEqual([]);
  const question = await window.dialogOf(() => window.close());
  screen.press(question, 'Return');
  expect(await window.ended()).toBe(0);
  const [kept] = desktop.kept();
  expect((await reportOf(kept)).roots).toMatchObject([{ method: 'Polymorphism.root', calls: 1 }]);
  expect(isFree(target)).toBe(true);
});

test(`${NAME}: the window outlives its engine, and what was recorded is saved from it`, async ({
  desktop,
}) => {
  const { screen } = desktop;
  const target = await desktop.startTarget();
  const window = await desktop.open();
  const id = await window.id;
  const page = await window.page();
  await window.record(page, target);
  const told = await window.dialogOf(
    () => void process.kill(window.processOf('node.mojom.NodeService'), 'SIGKILL'),
  );
  await expect(page.getByRole('alert')).toContainText('The engine is gone');
  screen.press(told, 'Return');
  await screen.gone(told);
  await window.leavePage();
  const unsaved = await window.dialogOf(() => window.close());
  screen.press(unsaved, 'Return'); // Cancel is what it proposes
  await screen.gone(unsaved);
  const file = desktop.path('rescued.sluice');
  const dialog = await window.dialogOf(() => screen.press(id, 'ctrl+s'));
  screen.press(dialog, 'ctrl+a');
  screen.type(file);
  screen.press(dialog, 'Return');
  await waitUntil(() => existsSync(file), 'the saved file');
  await expect(async () => {
    expect(await reportOf(file)).toMatchObject({ complete: false, roots: [{ calls: 1 }] });
  }).toPass();
  await window.close(); // nothing is unsaved any more
  expect(await window.ended()).toBe(0);
});

test(`${NAME}: a page that ends is loaded anew, and its recording goes on`, async ({ desktop }) => {
  const { screen } = desktop;
  const target = await desktop.startTarget();
  const window = await desktop.open();
  await window.record(await window.page(), target);
  await window.leavePage();
  const told = await window.dialogOf(() => void process.kill(window.processOf('--type=renderer'), 'SIGKILL'));
  const page = await window.page(); // while the box is open
  await expect(button(page, 'Stop')).toBeEnabled();
  await target.send('run');
  await expect(rootRow(page)).toContainText('2');
  screen.press(told, 'Return');
  await screen.gone(told);
  await button(page, 'Stop').click();
  await expect.poll(() => desktop.kept().length).toBe(1);
  await expect(async () => {
    expect((await reportOf(desktop.kept()[0])).roots).toMatchObject([{ calls: 2 }]);
  }).toPass();
});

for (const [signal, whom] of [
  ['SIGTERM', 'it'],
  ['SIGINT', 'its process group, as by Ctrl+C'],
  ['SIGHUP', 'it'],
] as const) {
  test(`${NAME}: ${signal} to ${whom} ends it without a question, and the recording is kept`, async ({
    desktop,
  }) => {
    const target = await desktop.startTarget();
    const window = await desktop.open();
    await window.record(await window.page(), target);
    await window.leavePage();
    process.kill(whom === 'it' ? window.pid : -window.pid, signal);
    expect(await window.ended()).toBe(0);
    expect((await reportOf(desktop.kept()[0])).roots).toMatchObject([
      { method: 'Polymorphism.root', calls: 1 },
    ]);
    expect(isFree(target)).toBe(true);
  });
}

test(`${NAME}: a second start gives its file to the first, and the window is where it was`, async ({
  desktop,
}) => {
  const { screen } = desktop;
  const file = desktop.path('given.sluice');
  copyFileSync(EXAMPLE, file);
  const first = await desktop.open();
  const place = screen.place(await first.id);
  expect(await desktop.openAgain([file])).toBe(0);
  const page = await first.page();
  await expect(page).toHaveTitle(/^demo\.Demo/);
  await first.leavePage();
  await first.close();
  expect(await first.ended()).toBe(0);
  for (const args of [[file], [desktop.path('none.sluice')]]) {
    const again = await desktop.open(args);
    const id = await again.id;
    await expect.poll(() => screen.place(id)).toBe(place); // the window manager puts it elsewhere first
    if (args[0] === file) await expect(await again.page()).toHaveTitle(/^demo\.Demo/);
    else screen.press(await screen.another([await again.id]), 'Return'); // that it is missing
    await again.leavePage();
    await again.close();
    expect(await again.ended()).toBe(0);
  }
});
