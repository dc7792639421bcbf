import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { openPage, startApp, type App } from './fixtures/app.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget, type Target } from './fixtures/targets.ts';
import { expectAccessible } from './window/axe.ts';
import { Person } from './window/person.ts';

/** From a program of which nothing is known to a recording of what it does, as a stranger goes. */
let app: App;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app.stop();
});

const lookAt = (page: Page, pid: number) =>
  page.getByRole('row', { name: String(pid) }).getByRole('button', { name: 'What Is Running Now' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

for (const jdk of JDKS) {
  test.describe(jdk.name, () => {
    let program: Target;
    test.beforeEach(async () => {
      program = await startTarget(jdk, 'Busy');
    });
    test.afterEach(async () => {
      await program.stop();
    });

    test('the hottest method of a program that nobody knows: one click, 10 s, nothing typed; then it is recorded', async ({
      page,
    }) => {
      await openPage(page, app);
      await expect(page.getByRole('row', { name: String(program.pid) })).toBeVisible();
      const person = new Person(page);
      await person.click(lookAt(page, program.pid));
      await expect(page.getByRole('status').first()).toContainText(/Flight Recorder|Sampling PID/);
      const suggested = page.getByRole('region', { name: 'Suggested roots' });
      await expect(suggested).toContainText('Busy::price(int)', { timeout: 60_000 });
      const hot = page
        .getByRole('treegrid', { name: 'Hot Spots' })
        .or(page.getByRole('grid', { name: 'Hot Spots' }));
      await expect(hot.getByRole('row', { name: /Busy\.price/ })).toBeVisible();
      person.took(1, 10);
      await expect(hot.getByRole('row', { name: /TreeMap/ })).toHaveCount(0);
      const status = page.getByRole('status').first();
      await expect(status).toContainText(/Sampling PID \d+: [2-9] s so far/);
      await expectAccessible(page, 'what is running now');
      await suggested.getByRole('button', { name: 'Close suggested roots' }).click();
      await expect(suggested).toBeHidden();
      await hot.getByRole('row', { name: /Busy\.price/ }).click();
      await page.keyboard.press('Backspace');
      await expect(hot.getByRole('row', { name: /TreeMap/ }).first()).toBeVisible();

      await hot.getByRole('row', { name: /Busy\.price/ }).click();
      await button(page, 'Use as Root').click();
      const roots = page.getByRole('list', { name: 'Root methods' }).getByRole('listitem');
      await expect(roots).toHaveText([/Busy::price\(int\)/]);
      await button(page, 'Start').click();
      const tree = page.getByRole('treegrid', { name: 'Call Tree' });
      await expect(tree.getByRole('row', { name: /Busy\.price/ })).toBeVisible({ timeout: 60_000 });
      await button(page, 'Stop').click();
      await expect(page.getByRole('status').first()).toContainText('every count is exact');
    });

    test('an attached JVM is looked at, and its form is filled', async ({ page }) => {
      await openPage(page, app);
      await page.getByRole('row', { name: String(program.pid) }).click();
      await button(page, 'Attach').click();
      await expect(lookAt(page, program.pid)).toBeHidden();
      await button(page, 'What Is Running Now').click();
      const suggested = page.getByRole('region', { name: 'Suggested roots' });
      await expect(suggested).toBeVisible({ timeout: 60_000 });
      await suggested.getByRole('button', { name: /Busy::price/ }).click();
      const roots = page.getByRole('list', { name: 'Root methods' }).getByRole('listitem');
      await expect(roots).toHaveText([/Busy::price\(int\)/]);
      await button(page, 'Detach').click();
    });

    test('a page that is loaded anew looks again, and nothing goes on when it is closed', async ({
      page,
    }) => {
      const hot = page.getByRole('grid', { name: 'Hot Spots' });
      const recordings = (): string =>
        execFileSync(jdk.tool('jcmd'), [String(program.pid), 'JFR.check'], { encoding: 'utf8' });
      await openPage(page, app);
      await lookAt(page, program.pid).click();
      await expect(hot.getByRole('row', { name: /Busy\.price/ })).toBeVisible({ timeout: 60_000 });
      await page.reload();
      await lookAt(page, program.pid).click();
      await expect(hot.getByRole('row', { name: /Busy\.price/ })).toBeVisible({ timeout: 60_000 });
      expect(recordings()).toContain('running');
      await page.goto('about:blank');
      await expect.poll(recordings).toContain('No available recordings');
    });

    test('a look goes on until it is stopped, and the recorder stops with it', async ({ page }) => {
      await openPage(page, app);
      await lookAt(page, program.pid).click();
      const price = page.getByRole('grid', { name: 'Hot Spots' }).getByRole('row', { name: /Busy\.price/ });
      await expect(price).toBeVisible({ timeout: 60_000 });
      const before = await price.textContent();
      await expect(price).not.toHaveText(before ?? '');
      await button(page, 'Stop Sampling').click();
      await expect(button(page, 'What Is Running Now')).toBeVisible();
      const check = execFileSync(jdk.tool('jcmd'), [String(program.pid), 'JFR.check'], { encoding: 'utf8' });
      expect(check).toContain('No available recordings');
      await expect(price).toBeVisible();
    });
  });
}

test('a runtime without Flight Recorder says so', async ({ page }) => {
  const [jdk] = JDKS;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-small-'));
  const home = join(folder, 'java');
  execFileSync(jdk.tool('jlink'), ['--add-modules', 'java.base', '--output', home]);
  const tool: typeof jdk.tool = (name) => (name === 'java' ? join(home, 'bin', 'java') : jdk.tool(name));
  const program = await startTarget({ ...jdk, tool }, 'Busy');
  try {
    await openPage(page, app);
    await lookAt(page, program.pid).click();
    await expect(page.getByRole('alert')).toContainText('has no Flight Recorder');
    await expect(page.getByRole('alert')).toContainText('or record with probes');
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
