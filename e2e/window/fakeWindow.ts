import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import type { WarmUpChoice } from '../../renderer/state/warmUp.ts';
import type { FakeEngineOptions } from '../../renderer/testing/fakeEngine.ts';
import {
  bundlePage,
  removePage,
  startFakeServer,
  type FakeServer,
} from '../../renderer/testing/fakeServer.ts';

interface WindowFixtures {
  readonly engineOptions: FakeEngineOptions;
  /** What becomes of what is recorded while methods are swapped in. */
  readonly warmup: WarmUpChoice;
  /** The served page's other side. */
  readonly server: FakeServer;
  /** The window with its list of JVMs. */
  readonly window: Page;
}

/** Tests get the real page in a real browser, in front of a scripted engine; an error on its console fails the test. */
export const test = base.extend<WindowFixtures, { readonly pageFolder: string }>({
  pageFolder: [
    async ({}, use) => {
      const folder = await bundlePage(fileURLToPath(new URL('../../renderer', import.meta.url)));
      await use(folder);
      await removePage(folder);
    },
    { scope: 'worker' },
  ],
  engineOptions: [{}, { option: true }],
  server: async ({ pageFolder, engineOptions }, use) => {
    const server = await startFakeServer(pageFolder, engineOptions);
    await use(server);
    await server.close();
  },
  warmup: ['none', { option: true }],
  window: async ({ page, server, warmup }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    // Their counts are those from the first call on.
    await page.addInitScript((value) => localStorage.setItem('sluice.warmup', value), stored(warmup));
    await page.goto(server.url);
    await painted(page); // a key pressed before is heard by nobody
    await use(page);
    expect(errors.filter((text) => !/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION/.test(text))).toEqual([]);
  },
});

/** As the window stores a setting. */
function stored(value: string): string {
  return JSON.stringify({ version: 1, value });
}

export { expect };

/** Resolves when the page has shown everything that has reached it. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as { whenIdle: () => Promise<void> }).whenIdle());
}

async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

export function tree(page: Page) {
  return page.getByRole('treegrid', { name: 'Call Tree' });
}

/** All in one task of the page, before its worker can have answered any. */
export async function pressAtOnce(view: Locator, keys: readonly string[]): Promise<void> {
  await view.evaluate((element, all) => {
    for (const key of all) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }, keys);
}

/** Attaches to the demo, and takes its root by pattern. */
export async function chooseDemoRoot(page: Page): Promise<void> {
  await button(page, 'Try the demo').click();
  await page
    .getByRole('textbox', { name: 'Find class or method' })
    .fill('com.acme.shop.order.OrderService::handle');
  await button(page, 'Add pattern').click();
}

export async function record(page: Page): Promise<void> {
  await chooseDemoRoot(page);
  await button(page, 'Start').click();
}
