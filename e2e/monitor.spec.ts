import { expect, test } from '@playwright/test';
import { openPage, startApp, type App } from './fixtures/app.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';
import { expectAccessible } from './window/axe.ts';

/** From a program of which nothing is known, by its CPU, to the method that takes it. */
let app: App;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app.stop();
});

for (const jdk of JDKS) {
  test(`${jdk.name}: the CPU of a program that nobody knows leads to the method that takes it`, async ({
    page,
  }) => {
    const program = await startTarget(jdk, 'Busy');
    try {
      await openPage(page, app);
      await page.getByRole('row', { name: String(program.pid) }).click();
      await page.getByRole('button', { name: 'Monitor', exact: true }).click();
      const region = (name: string) => page.getByRole('region', { name, exact: true });
      await expect(region('CPU').getByRole('img')).toHaveAccessibleName(/process (0\.0[1-9]|0\.[1-9]|[1-9])/);
      await expect(region('Heap').getByRole('img')).toHaveAccessibleName(/used [\d.]+ [KM]iB, committed/);
      await expect(region('Classes').getByRole('img')).toHaveAccessibleName(/loaded [1-9]/);
      await expect(region('Busiest Threads').getByRole('row').nth(1)).toContainText('worker');
      await expectAccessible(page, 'the monitor of a real program');
      await region('CPU').getByRole('button', { name: 'What Is Running Now' }).click();
      await expect(page.getByRole('region', { name: 'Suggested roots' })).toContainText('Busy::price(int)', {
        timeout: 60_000,
      });
      await page.getByRole('button', { name: 'Close Recording', exact: true }).click();
      await expect(region('CPU').getByRole('img')).toBeVisible();
    } finally {
      await program.stop();
    }
  });
}
