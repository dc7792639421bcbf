import type { Locator, Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/snapshotCodec.ts';
import type { DataSet } from '../../shared/recording/dataSet.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { button, expect, test, tree } from './fakeWindow.ts';

/**
 * What people come with, done as they do it, with as many steps as that takes and no more. A click, a key and a text that is typed
 * or pasted are a step each. The engine is scripted: seconds are those of the window. Sharing with somebody who has no Sluice is in
 * exports.spec.ts; heaps and locks are asked on the command line.
 */
class Person {
  steps = 0;
  readonly #page: Page;
  readonly #beganMs = performance.now();

  constructor(page: Page) {
    this.#page = page;
  }

  async click(what: Locator): Promise<void> {
    this.steps++;
    await what.click();
  }

  async press(key: string): Promise<void> {
    this.steps++;
    await this.#page.keyboard.press(key);
  }

  async write(text: string): Promise<void> {
    this.steps++;
    await this.#page.keyboard.insertText(text);
  }

  /** It is done. */
  took(steps: number, seconds: number): void {
    expect(this.steps, 'steps').toBe(steps);
    expect((performance.now() - this.#beganMs) / 1000, 'seconds').toBeLessThan(seconds);
  }
}

const HANDLE = 'com.acme.shop.order.OrderService::handle';

test.describe('a program that nobody knows', () => {
  test.use({ engineOptions: { demoRoots: [HANDLE] } });

  test('its hottest method: two steps, nothing typed', async ({ window }) => {
    const person = new Person(window);
    await person.click(button(window, 'Try the demo'));
    await expect(tree(window).getByRole('row').nth(1)).toBeVisible();
    await person.click(window.getByRole('tab', { name: 'Hot Spots' }));
    const hottest = window.getByRole('grid', { name: 'Hot Spots' }).getByRole('row').nth(1);
    await expect(hottest).toContainText(/\w+\(/);
    person.took(2, 10);
  });

  test('who calls a method: two steps from the tree', async ({ window }) => {
    await button(window, 'Try the demo').click();
    await expect(tree(window).getByRole('row').nth(2)).toBeVisible();
    const person = new Person(window);
    await person.click(tree(window).getByRole('row').nth(2));
    await person.press('b');
    const callers = window.getByRole('treegrid', { name: 'Back Traces' });
    await expect(callers.getByRole('row', { selected: true })).toContainText(/findPrice/);
    person.took(2, 10);
  });

  test('from the keyboard alone, from the start to the code of the hottest method: five steps', async ({
    window,
  }) => {
    const person = new Person(window);
    await person.press('F1');
    await person.write('try the demo');
    await person.press('Enter');
    await expect(tree(window).getByRole('row').nth(1)).toBeVisible();
    await tree(window).focus(); // as Tab would
    await person.press('h');
    await person.press('j');
    await expect(window.getByRole('region', { name: 'Source', exact: true })).toContainText(/public void/);
    person.took(5, 15);
  });
});

test('a pasted stack trace to the exact tree of its method: five steps', async ({ window }) => {
  const person = new Person(window);
  await person.click(button(window, 'Try the demo'));
  const field = window.getByRole('textbox', { name: 'Find class or method' });
  await person.click(field);
  await person.write('\tat com.acme.shop.order.OrderService.handle(OrderService.java:42)');
  await person.press('Enter');
  await expect(button(window, 'Start')).toBeEnabled();
  await person.press('Control+e');
  await expect(tree(window).getByRole('row').nth(1)).toContainText('handle');
  person.took(5, 15);
});

test.describe('of recordings that are there', () => {
  const LINES: DataSet = {
    ...{ id: 'lines', title: 'Lines of code by samples', rows: 1, links: [] },
    texts: [
      { id: 'method', title: 'Method', texts: ['demo.Demo::A()'] },
      { id: 'line', title: 'Line', texts: ['42'] },
    ],
    values: ['samples', 'totalSamples'].map((id) => ({
      ...{ id, title: id, unit: 'samples', isExact: false },
      values: Float64Array.of(30),
    })),
  };

  async function open(page: Page, name: string): Promise<void> {
    await page.evaluate(async (file) => {
      const bytes = await (await fetch(file)).arrayBuffer();
      await globalThis.window.openRecording?.(bytes, file);
    }, name);
  }

  test('what changed between two builds: two steps', async ({ window, server }) => {
    server.files.set('a.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 100>B 200<B 1100<A')));
    server.files.set('b.sluice', encodeSnapshot(exampleSnapshot('main: 0>A 100>B 900<B 1100<A')));
    await open(window, 'a.sluice');
    await open(window, 'b.sluice');
    const person = new Person(window);
    await person.press('Control+d');
    await person.click(button(window, 'Compare'));
    const compared = window.getByRole('treegrid', { name: 'Compared Call Tree' });
    await expect(compared.getByRole('row').nth(1)).toContainText(/A\(/);
    person.took(2, 10);
  });

  test('what a line costs: two steps from the row to the line', async ({ window, server }) => {
    const snapshot = { ...exampleSnapshot('main: 0>A 300<A'), dataSets: [LINES] };
    server.files.set('lines.sluice', encodeSnapshot(snapshot));
    await open(window, 'lines.sluice');
    const person = new Person(window);
    await person.click(tree(window).getByRole('row').nth(1));
    await person.press('j');
    await expect(window.locator('.sourceLine', { has: window.locator('.sourceHitText') })).toHaveText(
      /^3042/,
    );
    person.took(2, 10);
  });
});
