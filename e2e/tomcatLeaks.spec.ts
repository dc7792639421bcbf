import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { isThere, TOMCAT } from '../build/testPrograms.mjs';
import { runCli, startRecording } from './fixtures/cli.ts';
import { longJdks } from './fixtures/jdks.ts';
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
    path: /class shop\.LeakingShop > static CARTS: java\.util\.concurrent\.ConcurrentHashMap$/,
    madeBy:
      /^shop\.LeakingShop\.openCart\(.*\):\d+ < shop\.LeakingShop\.doGet\(.* < jakarta\.servlet\.http\.HttpServlet\.service\(/,
  },
  {
    ...{ kind: 'listeners', what: /^shop\.LeakingShop\$ShownPrice$/ },
    path: /static PRICES: shop\.LeakingShop\$PriceFeed > subscribed: java\.util\.ArrayList$/,
    madeBy: /^shop\.LeakingShop\.showPrice\(\):\d+ < shop\.LeakingShop\.doGet\(/,
  },
  {
    ...{ kind: 'thread local', what: /^shop\.LeakingShop\$AuditStep$/ },
    path: /thread http-.*> threadLocals: .*> value: java\.util\.ArrayList$/,
    madeBy: /^shop\.LeakingShop\.audit\(\):\d+ < shop\.LeakingShop\.doGet\(/,
  },
  {
    ...{ kind: 'loader', what: /^java\.net\.URLClassLoader, of which the classes were loaded again$/ },
    path: /static DISCOUNTS: java\.util\.ArrayList > .*plugins\.Discount > .*class loader: java\.net\.URLClassLoader$/,
    madeBy: /^shop\.LeakingShop\.loadDiscounts\(\):\d+ < shop\.LeakingShop\.doGet\(/,
  },
] as const;

type Row = Record<string, string | number>;

test.skip(!isThere(TOMCAT), `not installed: ${TOMCAT.packages.join(', ')}`);

for (const jdk of longJdks('newest')) {
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
    });
  });
}
