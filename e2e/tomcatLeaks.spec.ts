import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { isThere, TOMCAT } from '../build/testPrograms.mjs';
import { openPage, startApp } from './fixtures/app.ts';
import { runCli, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { leakingShop } from './fixtures/leakingShop.ts';
import { startTomcat, type Load, type Tomcat } from './fixtures/tomcat.ts';

const ROOT =
  'jakarta.servlet.http.HttpServlet::service(jakarta.servlet.http.HttpServletRequest,jakarta.servlet.http.HttpServletResponse)';
const CONNECTIONS = 4;
/** While it records: of the first ones the code is swapped in. */
const ORDERS = 2_000;

/** What is planted: the class that stays, what is told to hold it, and the method that is told to have made it. */
const LEAKS = [
  {
    ...{ kind: 'collection', what: /^shop\.LeakingShop\$Cart$/ },
    ...{ shown: /× shop\.LeakingShop\$Cart/, holder: 'static CARTS', maker: 'shop.LeakingShop.openCart' },
    path: /class shop\.LeakingShop > static CARTS: java\.util\.concurrent\.ConcurrentHashMap$/,
    madeBy:
      /^shop\.LeakingShop\.openCart\(.*\):\d+ < shop\.LeakingShop\.doGet\(.* < jakarta\.servlet\.http\.HttpServlet\.service\(/,
  },
  {
    ...{ kind: 'listeners', what: /^shop\.LeakingShop\$ShownPrice$/ },
    ...{ shown: /listeners in one place.*ShownPrice/, holder: 'subscribed', maker: 'LeakingShop.showPrice' },
    path: /static PRICES: shop\.LeakingShop\$PriceFeed > subscribed: java\.util\.ArrayList$/,
    madeBy: /^shop\.LeakingShop\.showPrice\(\):\d+ < shop\.LeakingShop\.doGet\(/,
  },
  {
    ...{ kind: 'thread local', what: /^shop\.LeakingShop\$AuditStep$/ },
    ...{
      shown: /threads? holds? shop\.LeakingShop\$AuditStep/i,
      holder: 'threadLocals',
      maker: 'LeakingShop.audit',
    },
    path: /thread http-.*> threadLocals: .*> value: java\.util\.ArrayList$/,
    madeBy: /^shop\.LeakingShop\.audit\(\):\d+ < shop\.LeakingShop\.doGet\(/,
  },
  {
    ...{ shown: /class loaders stay/, holder: 'static DISCOUNTS', maker: 'LeakingShop.loadDiscounts' },
    ...{ kind: 'loader', what: /^java\.net\.URLClassLoader, of which the classes were loaded again$/ },
    path: /static DISCOUNTS: java\.util\.ArrayList > .*plugins\.Discount > .*class loader: java\.net\.URLClassLoader$/,
    madeBy: /^shop\.LeakingShop\.loadDiscounts\(\):\d+ < shop\.LeakingShop\.doGet\(/,
  },
] as const;

type Row = Record<string, string | number>;

test.skip(!isThere(TOMCAT), `not installed: ${TOMCAT.packages.join(', ')}`);

for (const jdk of JDKS) {
  test.describe(`a shop in a Tomcat under load that leaks in four ways, ${jdk.name}`, () => {
    let folder: string;
    let server: Tomcat;
    let load: Load;
    const file = (name: string): string => join(folder, name);
    test.beforeAll(async () => {
      test.setTimeout(300_000);
      folder = mkdtempSync(join(tmpdir(), 'sluice-leaks-'));
      server = await startTomcat(jdk, leakingShop(jdk, folder));
      load = server.startLoad(CONNECTIONS);
      await expect.poll(() => load.answered, { timeout: 60_000 }).toBeGreaterThan(500);
      for (const name of ['before', 'after']) {
        const recording = await startRecording(server.pid, ROOT, file(`${name}.sluice`), [
          ...['--clock', 'none', '--metrics', 'calls,objects', '--live', 'shop.**'],
          ...['--heap-dump', file(`${name}.hprof`)],
        ]);
        const { answered } = load;
        await expect.poll(() => load.answered, { timeout: 60_000 }).toBeGreaterThan(answered + ORDERS);
        const { code, stderr } = await recording.stop();
        expect(code, stderr).toBe(0);
      }
      await load.stop();
      expect(load.failures).toEqual([]);
    });
    test.afterAll(async () => {
      await load.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test('each is named by one diff, with its growth, what holds it, and what has made it', async () => {
      const { stdout, stderr } = await runCli([
        ...['diff', file('before.sluice'), file('after.sluice'), '--view', 'suspects', '--format', 'json'],
      ]);
      const { rows } = JSON.parse(stdout || `{"error": ${JSON.stringify(stderr)}}`) as { rows: Row[] };
      for (const { kind, what, path, madeBy } of LEAKS) {
        const row = rows.find((each) => each.kind === kind && what.test(String(each.what)));
        expect(Number(row?.retainedBytesChange), kind).toBeGreaterThan(0);
        expect(row, kind).toMatchObject({
          path: expect.stringMatching(path),
          madeBy: expect.stringMatching(madeBy),
        });
      }
      // What grew most. Large objects that hold several of them are told too, as many as the instant of a dump makes of them: a request
      // thread within loadClass has references of its own.
      const grown = rows.filter(({ kind }) => kind !== 'biggest').slice(0, LEAKS.length);
      expect(grown.map(({ kind }) => kind).sort()).toEqual(LEAKS.map(({ kind }) => kind).sort());
    });

    test('each is named by a hint of the window, with both ways, which lead on', async ({ page }) => {
      const app = await startApp();
      try {
        await openPage(page, app);
        const open = async (name: string): Promise<void> => {
          // While one file is opened the command waits for its turn.
          await expect(async () => {
            const choosing = page.waitForEvent('filechooser', { timeout: 2_000 });
            await page.keyboard.press('Control+o');
            await (await choosing).setFiles(file(name));
          }).toPass();
        };
        await open('after.sluice');
        await expect(page.getByRole('tab', { name: 'Call Tree' })).toBeVisible();
        await open('after.hprof');
        const hints = page.getByRole('list', { name: 'Leak hints' });
        await expect(hints).toBeVisible({ timeout: 60_000 });
        await page.getByRole('button', { name: 'Show Allocation Sites' }).click();
        for (const { shown, holder, maker } of LEAKS) {
          const hint = hints.locator(':scope > li').filter({ hasText: shown }).first();
          await expect(hint.getByRole('list', { name: 'Path from its root' })).toContainText(holder);
          await expect(hint.getByRole('list', { name: 'Made by' })).toContainText(maker);
        }

        await page.getByRole('tab', { name: 'Made' }).click();
        const made = page.getByRole('grid', { name: /Objects of the dump by the context/ });
        await made
          .getByRole('row', { name: /LeakingShop\$Cart/ })
          .first()
          .click();
        await page.getByRole('button', { name: 'Show in Call Tree' }).click();
        const selected = page.getByRole('treegrid', { name: 'Call Tree' }).locator('[aria-selected=true]');
        await expect(selected).toContainText('LeakingShop.openCart');

        await selected.click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Show In' }).click();
        await page.getByRole('menuitem', { name: /Show in Heap Dump/ }).click();
        await expect(page.getByRole('toolbar', { name: 'The context that made them' })).toContainText(
          'LeakingShop.openCart',
        );
        await expect(made.getByRole('row')).toHaveCount(2); // and its head
        await made.getByRole('row').last().click();
        await page.getByRole('button', { name: 'Paths to Roots' }).click();
        await expect(page.getByRole('group', { name: /Shortest paths/ })).toContainText('CARTS');
      } finally {
        await app.stop();
      }
    });
  });
}
