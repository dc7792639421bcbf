import { expect, test, type Locator } from '@playwright/test';
import { openPage, startApp, type App } from './fixtures/app.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget, type Target } from './fixtures/targets.ts';

/** What is the program's own, found by its class path: in samples of a real JVM, and in a recording of its calls. */
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
      program = await startTarget(jdk, 'Busy');
    });
    test.afterEach(async () => {
      await program.stop();
    });

    test('own methods stand out beside those of the JDK, and one key leaves nothing else', async ({
      page,
    }) => {
      const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
      const trail = page.getByRole('navigation', { name: 'Changes of the tree' }).getByRole('listitem');
      await openPage(page, app);
      await page
        .getByRole('row', { name: String(program.pid) })
        .getByRole('button', { name: 'What Is Running Now' })
        .click();
      const hot = page.getByRole('grid', { name: 'Hot Spots' });
      const [price, map] = [/Busy\.price/, /TreeMap/].map((name) => hot.getByRole('row', { name }).first());
      await expect(price).toBeVisible({ timeout: 60_000 });
      await price.click();
      await page.keyboard.press('Backspace'); // of what is sampled the JDK is hidden at first
      await expect(map).toBeVisible();
      await expect(price).toHaveAccessibleName(/own code/);
      await expect(map).not.toHaveAccessibleName(/own code/);
      await page.keyboard.press('y');
      await expect(trail).toHaveText(['Whole tree', 'My Code: the unnamed package']);
      await expect(map).toHaveCount(0);
      await page.keyboard.press('y');
      await expect(map).toBeVisible();

      await price.click();
      await button('Use as Root').click();
      await button('Start').click();
      const tree = page.getByRole('treegrid', { name: 'Call Tree' });
      await expect(tree.getByRole('row', { name: /Busy\.price/ })).toBeVisible({ timeout: 60_000 });
      await expect(button('My Code')).toHaveAttribute('title', /Only methods of the unnamed package;/);
      await button('Stop').click();
      await expect(page.getByRole('status').first()).toContainText('every count is exact');
    });
  });
}
