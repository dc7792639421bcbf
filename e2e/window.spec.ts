import { expect, test, type Locator } from '@playwright/test';
import { openPage, startApp, type App } from './fixtures/app.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget, type Target } from './fixtures/targets.ts';

/** The real page in a real browser on a real JVM: what a user does, found as a user finds it. */
let app: App;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app.stop();
});

for (const jdk of JDKS) {
  test.describe(jdk.name, () => {
    let program: Target;
    test.beforeEach(async () => {
      program = await startTarget(jdk, 'Polymorphism');
    });
    test.afterEach(async () => {
      await program.stop();
    });

    test('attach, choose a root, watch the tree grow, stop, detach', async ({ page }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await openPage(page, app);

      const jvms = page.getByRole('grid', { name: 'Running JVMs' });
      await jvms.getByRole('row', { name: String(program.pid) }).click();
      await page.getByRole('button', { name: 'Attach', exact: true }).click();

      await page.getByRole('textbox', { name: 'Find class or method' }).fill('Polymorphism::root');
      await page.getByRole('listbox', { name: 'Methods' }).getByRole('option', { name: /root/ }).click();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeEnabled();

      await program.send('run');
      const tree = page.getByRole('treegrid', { name: 'Call Tree' });
      const callsOf = (method: string): Locator =>
        tree.getByRole('row').filter({ hasText: method }).first().getByRole('gridcell').last();
      await expect(callsOf('Polymorphism.root')).toHaveText('1');
      // It grows while it is looked at.
      await program.send('run');
      await expect(callsOf('Polymorphism.root')).toHaveText('2');
      await callsOf('Polymorphism.root').click();
      await page.keyboard.press('ArrowRight');
      await expect(callsOf('Shape.doubled')).toHaveText('14');

      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(page.getByRole('status').first()).toContainText('every count is exact');
      await page.getByRole('button', { name: 'Detach', exact: true }).click();
      await expect(jvms).toBeVisible();

      await program.send('run');
      expect(errors).toEqual([]);
    });

    test(
      'a page that is loaded anew goes on with the recording, with its threads',
      { tag: '@slow' },
      async ({ page }) => {
        const threads = await startTarget(jdk, 'Threads');
        try {
          await openPage(page, app);
          await page.getByRole('row', { name: String(threads.pid) }).click();
          await page.getByRole('button', { name: 'Attach', exact: true }).click();
          await page.getByRole('textbox', { name: 'Find class or method' }).fill('Threads::root');
          await page.getByRole('listbox', { name: 'Methods' }).getByRole('option', { name: /root/ }).click();
          await page.getByRole('button', { name: 'Start', exact: true }).click();
          await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeEnabled();
          await threads.send('run');
          const rootCalls = page
            .getByRole('treegrid', { name: 'Call Tree' })
            .getByRole('row', { name: /Threads\.root/ })
            .getByRole('gridcell')
            .last();
          await expect(rootCalls).toHaveText('8');

          // A second window joins, and both show all of it.
          const second = await page.context().newPage();
          await openPage(second, app);
          const row = second.getByRole('row', { name: String(threads.pid) });
          await expect(row).toContainText('attached');
          await row.click();
          await second.getByRole('button', { name: 'Attach', exact: true }).click();
          const callsInSecond = second
            .getByRole('treegrid', { name: 'Call Tree' })
            .getByRole('row', { name: /Threads\.root/ })
            .getByRole('gridcell')
            .last();
          await expect(callsInSecond).toHaveText('8');

          page.on('dialog', (question) => void question.accept());
          await page.reload();
          await expect(rootCalls).toHaveText('8');
          await threads.send('run'); // the recording goes on
          await expect(rootCalls).toHaveText('16');
          await expect(callsInSecond).toHaveText('16');
          await second.close();
          await page.getByRole('button', { name: 'Stop', exact: true }).click();
          await expect(page.getByRole('status').first()).toContainText('every count is exact');
          await expect(page.getByText('The page was closed')).toHaveCount(0);
          await page.getByRole('combobox', { name: /Thread/ }).selectOption('worker-3');
          await expect(rootCalls).toHaveText('1'); // each run has threads of its own

          // The recording outlives its session, too.
          await threads.stop();
          const toJvms = page.getByRole('button', { name: 'Running JVMs', exact: true });
          await expect(toJvms).toBeVisible();
          await page.reload();
          await expect(rootCalls).toHaveText('16');
          await toJvms.click();
        } finally {
          await threads.stop();
        }
      },
    );
  });
}
