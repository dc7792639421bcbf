import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { openPage, startApp, type App } from './fixtures/app.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

/** What was saved in one run of Sluice is found again in the next one, at another address. */
let stateFolder: string;
let app: App;
test.beforeEach(async () => {
  stateFolder = mkdtempSync(join(tmpdir(), 'sluice-state-'));
  app = await startApp(stateFolder);
});
test.afterEach(async () => {
  await app.stop();
  rmSync(stateFolder, { recursive: true, force: true });
});

const recents = (page: Page) => page.getByRole('region', { name: 'Recent recordings' });
const NAME = /^Polymorphism-[\d-]+\.sluice$/;

async function saveRecording(page: Page): Promise<void> {
  const program = await startTarget(JDKS[0], 'Polymorphism');
  try {
    await openPage(page, app);
    await page.getByRole('row', { name: String(program.pid) }).click();
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('textbox', { name: 'Find class or method' }).fill('Polymorphism::root');
    await page.getByRole('listbox', { name: 'Methods' }).getByRole('option', { name: /root/ }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeEnabled();
    await program.send('run');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByRole('status').first()).toContainText('every count is exact');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    expect(download.suggestedFilename()).toMatch(NAME);
    await page.getByRole('button', { name: 'Detach', exact: true }).click();
    await expect(recents(page).getByRole('button', { name: NAME })).toBeVisible();
  } finally {
    await program.stop();
  }
}

async function restart(page: Page): Promise<void> {
  await app.stop();
  app = await startApp(stateFolder);
  await openPage(page, app);
}

test('a recording that was saved is listed after a restart, opens, and goes when it is removed', async ({
  page,
}) => {
  await saveRecording(page);
  await restart(page);
  const entry = recents(page).getByRole('button', { name: NAME });
  await expect(entry).toHaveAttribute('title', /\.sluice · Polymorphism · .* · Polymorphism::root/);
  await entry.click();
  const root = page
    .getByRole('treegrid', { name: 'Call Tree' })
    .getByRole('row', { name: /Polymorphism\.root/ });
  await expect(root.getByRole('gridcell').last()).toHaveText('1');

  await page.getByRole('button', { name: 'Close Recording', exact: true }).click();
  await recents(page)
    .getByRole('button', { name: /^Remove Polymorphism.* from the list$/ })
    .click();
  await expect(recents(page)).toHaveCount(0);
  await restart(page);
  await expect(page.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
  expect(readdirSync(join(stateFolder, 'sluice', 'recent'))).toEqual([]);
  await expect(recents(page)).toHaveCount(0);
});

test('a copy that is damaged or gone is told, and goes from the list', async ({ page }) => {
  await openPage(page, app);
  const folder = join(stateFolder, 'sluice', 'recent');
  await saveRecording(page);
  await restart(page);
  const entry = recents(page).getByRole('button', { name: NAME });
  await expect(entry).toBeVisible();
  const copy = (): string =>
    join(
      folder,
      readdirSync(folder).find((file) => file.endsWith('.sluice'))!,
    );
  writeFileSync(copy(), 'no recording');
  await entry.click();
  await expect(page.getByRole('alert')).toContainText(
    /Polymorphism.*The file is not a Sluice recording.*It is taken from the list/,
  );
  await expect(recents(page)).toHaveCount(0);

  await saveRecording(page);
  await restart(page);
  await expect(entry).toBeVisible();
  rmSync(copy());
  await entry.click();
  await expect(page.getByRole('alert')).toContainText(
    /Polymorphism.*There is no copy of this recording any more.*It is taken from the list/,
  );
  await expect(recents(page)).toHaveCount(0);
});
