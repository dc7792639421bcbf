import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expectAccessible } from './axe.ts';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';
import { openFile } from './rootCallFile.ts';

/** A server's thread calls the shop, which calls a library, which calls back. */
const SCRIPT =
  'main: 0>run 10>service 20>order 120>cache 150>load 250<load 300<cache 400>sort 450<sort 500<order 550<service 600<run';
const NAMES = {
  run: { className: 'org.tomcat.Worker', name: 'run', descriptor: '()V' },
  service: { className: 'org.tomcat.Valve', name: 'service', descriptor: '()V' },
  order: { className: 'com.acme.shop.Orders', name: 'order', descriptor: '()V' },
  cache: { className: 'org.lib.Cache', name: 'get', descriptor: '()V' },
  load: { className: 'com.acme.shop.Orders$Loader', name: 'load', descriptor: '()V' },
  sort: { className: 'java.util.ArrayList', name: 'sort', descriptor: '()V' },
};

function shop(ownPackages?: readonly string[], script = SCRIPT): Uint8Array {
  const snapshot: Snapshot = exampleSnapshot(script, {}, NAMES);
  const own = ownPackages === undefined ? {} : { ownPackages };
  return encodeSnapshot({ ...snapshot, target: { ...snapshot.target, ...own } });
}

test.beforeEach(({ server }) => {
  server.files.set('shop.sluice', shop(['com.acme.shop']));
  server.files.set('slower.sluice', shop(undefined, SCRIPT.replace('600<run', '900<run')));
  server.files.set('all.sluice', shop(['com', 'org', 'java']));
});

const trail = (page: Page) =>
  page.getByRole('navigation', { name: 'Changes of the tree' }).getByRole('listitem');
const own = (page: Page) => page.getByRole('row', { name: /own code/ });

async function opened(page: Page, name: string): Promise<void> {
  await openFile(page, name);
  await tree(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('*');
}

/** Names and own times of a table in front. */
async function shown(page: Page): Promise<readonly string[]> {
  const rows = page.getByRole('tabpanel').locator('.tableRow .tableMethod');
  return (await rows.allTextContents()).map((text) => text.replace(/^.*\.|\(\)| own code/g, ''));
}

test('one key folds all other frames into own callers, in each view, and takes that back', async ({
  window,
}) => {
  await opened(window, 'shop.sluice');
  await expect.poll(() => shown(window)).toEqual(['run', 'service', 'order', 'get', 'load', 'sort']);
  await window.keyboard.press('y');
  await expect(button(window, 'My Code')).toHaveAttribute('aria-pressed', 'true');
  await expect(trail(window)).toHaveText(['Whole tree', 'My Code: com.acme.shop']);
  await idle(window);
  await tree(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('*');
  await expect.poll(() => shown(window)).toEqual(['order', 'load', '(hidden)']);
  await expect(tree(window).getByRole('row', { name: /order/ })).toContainText('48080.0 %38063.3 %');
  for (const [tab, rows] of [
    ['Hot Spots', ['order', '(hidden)', 'load']],
    ['Back Traces', ['order', '(hidden)', 'load']],
  ] as const) {
    await window.getByRole('tab', { name: tab }).click();
    await expect.poll(() => shown(window), tab).toEqual(rows);
  }
  await window.getByRole('tab', { name: 'Flame Graph' }).click();
  await expect(window.getByRole('list', { name: 'Key of colours' })).not.toContainText('JDK');
  await window.keyboard.press('y');
  await expect(trail(window)).toHaveCount(0);
  await expect(window.getByRole('list', { name: 'Key of colours' })).toContainText('JDK');
});

test('a letter in a menu is of the menu', async ({ window }) => {
  await opened(window, 'shop.sluice');
  await button(window, 'Menu').click();
  await window.keyboard.press('ArrowDown');
  await expect(window.locator('[role=menuitem]:focus')).toHaveCount(1);
  await window.keyboard.press('y');
  await window.keyboard.press('Escape');
  await idle(window);
  await expect(button(window, 'My Code')).toHaveAttribute('aria-pressed', 'false');
});

test('the switch keeps the steps around it, but paths of the tree that it takes away', async ({ window }) => {
  await opened(window, 'shop.sluice');
  await tree(window).getByRole('row', { name: /sort/ }).click();
  await window.keyboard.press('d');
  await window.keyboard.press('y');
  await tree(window).getByRole('row', { name: /order/ }).click();
  await window.keyboard.press('Shift+F');
  await window.keyboard.press('r');
  await expect(trail(window)).toHaveText([
    /Whole/,
    /^Drop /,
    /^My Code/,
    /^Focus on this/,
    /^Collapse recursion/,
  ]);
  await button(window, 'My Code').click();
  await expect(trail(window)).toHaveText([/Whole/, /^Drop /, /^Collapse recursion/]);
  await expect(button(window, 'My Code')).toHaveAttribute('aria-pressed', 'false');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('own rows and frames stand out where others are beside them, not by colour alone', async ({
      window,
    }) => {
      await opened(window, 'shop.sluice');
      await expect(own(window)).toHaveCount(2);
      await expect(own(window).first()).toContainText('order');
      const weightOf = (name: RegExp) =>
        tree(window)
          .getByRole('row', { name })
          .locator('b')
          .evaluate((element) => getComputedStyle(element).fontWeight);
      expect(await weightOf(/order/)).toBe('600');
      expect(await weightOf(/sort/)).toBe('400');
      await expectAccessible(window, 'own rows');
      await window.getByRole('tab', { name: 'Flame Graph' }).click();
      await expect(window.getByRole('list', { name: 'Key of colours' })).toContainText('Own code');
      await window.getByRole('application', { name: 'Flame Graph' }).focus(); // another colour is around what is selected
      await expect.poll(() => window.evaluate(barsOfFrames)).toBe(2);
      await expectAccessible(window, 'own frames');
      await window.keyboard.press('y');
      await expect.poll(() => window.evaluate(barsOfFrames)).toBe(0);
      await window.getByRole('tab', { name: 'Call Tree' }).click();
      await expect(tree(window).getByRole('row', { name: /order/ })).toBeVisible();
      await expect(own(window)).toHaveCount(0);
    });
  });
}

test('nothing stands out where all is own, or own code is not known; there is no switch then, and it says why', async ({
  window,
}) => {
  await opened(window, 'all.sluice');
  await expect(tree(window).getByRole('row', { name: /sort/ })).toBeVisible();
  await expect(own(window)).toHaveCount(0);
  await opened(window, 'slower.sluice');
  await expect(own(window)).toHaveCount(0);
  await expect(button(window, 'My Code')).toHaveCount(0);
  await window.keyboard.press('Control+k');
  await window.keyboard.type('my code');
  await expect(window.getByRole('option', { name: /^Tree My Code/ })).toContainText(
    'does not tell which packages',
  );
});

test('two recordings are compared by own code where one of them tells it', async ({ window }) => {
  await opened(window, 'slower.sluice');
  await opened(window, 'shop.sluice');
  await window.keyboard.press('Control+d');
  await button(window, 'Compare').click();
  const compared = window.getByRole('treegrid', { name: 'Compared Call Tree' });
  await compared.focus();
  await window.keyboard.press('y');
  await expect(trail(window)).toHaveText(['Whole tree', 'My Code: com.acme.shop']);
  await expect(compared.getByRole('row', { name: /hidden/ })).toContainText('−300 ns');
  await expect(compared.getByRole('row', { name: /order/ })).toContainText('480 ns480 ns');
});

test('a session is switched as soon as the engine knows its own code', async ({ window, server }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await expect(button(window, 'My Code')).toHaveCount(0);
  server.engine.changeStatus({ target: { ownPackages: ['com.acme.shop.order'] } });
  await expect(button(window, 'My Code')).toBeVisible();
  await expect(own(window).first()).toBeVisible();
  await tree(window).focus();
  await window.keyboard.press('y');
  await expect(trail(window)).toHaveText(['Whole tree', 'My Code: com.acme.shop.order']);
  await idle(window);
  const names = await window.locator('.tableRow .tableFaint:first-child').allTextContents();
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !/^(new )?c\.a\.s\.o\.|^$/.test(name))).toEqual([]);
});

/** Columns of the flame graph in which the colour of text goes down as far as no letter does, three for each bar. Runs in the page. */
function barsOfFrames(): number {
  const canvas = document.querySelector<HTMLCanvasElement>('.flameCanvas');
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return -1;
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.color = 'var(--text)';
  const text = getComputedStyle(probe).color.match(/\d+/g)!.map(Number);
  probe.remove();
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  let columns = 0;
  for (let x = 0; x < width; x++) {
    for (let y = 0, run = 0; y < height; y++) {
      const at = 4 * (y * width + x);
      run = text.every((value, i) => data[at + i] === value) ? run + 1 : 0;
      if (run === 16) columns++;
    }
  }
  return columns / 3;
}
