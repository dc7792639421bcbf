import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { buildApplication, startApplication } from './applications/application.ts';
import { APPLICATIONS } from './applications/applications.ts';
import { Load } from './applications/load.ts';
import { openPage, startApp } from './fixtures/app.ts';
import { JDKS } from './fixtures/jdks.ts';
import { Person } from './window/person.ts';

/** To start, and to compile, beside other work. */
const LIMIT_MS = 240_000;
const WARM_REQUESTS = 500;

const source = APPLICATIONS.find(({ name }) => name === 'lending');

for (const jdk of JDKS) {
  test(`from a Spring Boot application that nobody knows to its controller's own code: six steps, 20 s, nothing typed, ${jdk.name}`, async ({
    page,
  }) => {
    test.setTimeout(4 * LIMIT_MS);
    if (source === undefined) throw new Error('no application lending');
    const folder = mkdtempSync(join(tmpdir(), 'sluice-controller-'));
    const application = await startApplication(jdk, source, buildApplication(jdk, source, folder));
    const app = await startApp();
    try {
      const load = new Load(application.address, source.turn, 1);
      await expect.poll(() => load.answered.length, { timeout: LIMIT_MS }).toBeGreaterThan(WARM_REQUESTS);
      await openPage(page, app);
      const person = new Person(page);
      const row = page.getByRole('row', { name: String(application.pid) });
      await person.click(row.getByRole('button', { name: 'What Is Running Now' }));
      const hot = page.getByRole('grid', { name: 'Hot Spots' });
      await expect(hot.getByRole('row').nth(3)).toBeVisible({ timeout: 60_000 });
      await person.press('y');
      const controller = hot.getByRole('row', { name: /CatalogController\.books/ }).first();
      await expect(controller).toBeVisible({ timeout: 60_000 });
      await person.click(controller);
      await person.click(page.getByRole('button', { name: 'Use as Root', exact: true }));
      await person.click(page.getByRole('button', { name: 'Start', exact: true }));
      await person.click(page.getByRole('dialog').getByRole('button', { name: 'Only My Code' }));
      const tree = page.getByRole('treegrid', { name: 'Call Tree' });
      await expect(tree.getByRole('row', { name: /CatalogController\.books/ })).toBeVisible({
        timeout: 60_000,
      });
      person.took(6, 20);
      await load.stop(); // each answer was right
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(page.getByRole('status').first()).toContainText('every count is exact', {
        timeout: 60_000,
      });
    } finally {
      await app.stop();
      await application.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
