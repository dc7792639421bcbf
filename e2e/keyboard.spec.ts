import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { decodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { openPage, startApp, type App } from './fixtures/app.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget, type Target } from './fixtures/targets.ts';

/** Everything from the start screen to a saved recording on a real JVM, without a mouse. */
let app: App;
let program: Target;
test.beforeEach(async () => {
  app = await startApp();
  program = await startTarget(JDKS.at(-1)!, 'Polymorphism');
});
test.afterEach(async () => {
  await program.stop();
  await app.stop();
});

test('a JVM is attached to, recorded, read in every view, saved and left by keyboard alone', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { pointerUses: 0 });
    for (const type of ['pointerdown', 'wheel', 'dragstart'])
      addEventListener(type, () => (globalThis as unknown as { pointerUses: number }).pointerUses++, true);
  });
  await openPage(page, app);
  const { keyboard } = page;

  await tabTo(page, page.getByRole('textbox', { name: 'Filter JVMs' }));
  await keyboard.type(String(program.pid));
  const jvm = page.getByRole('row', { name: String(program.pid) });
  await expect(jvm).toBeVisible();
  await tabTo(page, jvm);
  await keyboard.press('Enter');

  await expect(page.getByRole('textbox', { name: 'Find class or method' })).toBeFocused();
  await keyboard.type('Polymorphism::root');
  await keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Root methods' })).toContainText('Polymorphism::root');
  await keyboard.press('Enter');
  await expect(page.getByRole('status').first()).toContainText(
    'Waiting for the first root call; instrumented',
  );
  await program.send('run');

  const tree = page.getByRole('treegrid', { name: 'Call Tree' });
  const selected = page.getByRole('tabpanel').locator('[role=row][aria-selected=true]');
  await expect(tree).toBeFocused();
  // It opens what there is: the callees may come with a later moment.
  await expect(async () => {
    await keyboard.press('Home');
    await keyboard.press('*');
    await expect(tree.getByRole('row', { name: /Square\.side/ })).not.toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(selected).toContainText('Polymorphism.root');

  await keyboard.press('2');
  const hotSpots = page.getByRole('grid', { name: 'Hot Spots' });
  await expect(hotSpots).toBeFocused();
  // Sorts by the fewest invocations: only the root was called once.
  await tabTo(page, page.getByRole('columnheader', { name: 'Invocations' }).getByRole('button'));
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Invocations' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await keyboard.press('Shift+Tab');
  await tabTo(page, hotSpots, 'Shift+Tab');
  await keyboard.press('Home');
  await expect(selected).toContainText('Polymorphism.root');
  await keyboard.press('Control+f');
  await keyboard.type('area');
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  await expect(hotSpots).toBeFocused();
  await expect(selected).toContainText('.area');

  await keyboard.press('3');
  await expect(page.getByRole('treegrid', { name: 'Back Traces' })).toBeFocused();
  await expect(selected).toContainText('.area');
  await expect(selected).toHaveAttribute('aria-expanded', 'true');

  await keyboard.press('4');
  const callers = page.getByRole('treegrid', { name: 'Callers' });
  await expect(callers.getByRole('row', { name: /area/ })).toHaveCount(1);
  await tabTo(page, callers);
  await keyboard.press('End');
  await keyboard.press('Enter');
  await expect(callers.getByRole('row', { name: /area/ })).toHaveCount(0);

  await keyboard.press('5');
  const graph = page.getByRole('application', { name: /Flame Graph/ });
  await tabTo(page, graph);
  await keyboard.press('Home');
  await expect(graph).toHaveAccessibleDescription(/Polymorphism\.root.*level 1/);
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Zoom' }).getByRole('button')).toHaveCount(3);

  await keyboard.press('6');
  await expect(page.getByRole('grid', { name: 'Threads' })).toBeFocused();
  await keyboard.press('Home');
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Thread' })).not.toHaveValue('all');

  await keyboard.press('1');
  await tabTo(page, tree);
  await keyboard.press('Home');
  await keyboard.press('ArrowDown');
  await keyboard.press('Shift+F');
  const steps = page.getByRole('navigation', { name: 'Changes of the tree' });
  await expect(steps.getByRole('listitem')).toHaveText(['Whole tree', /Focus on this/]);
  await keyboard.press('Control+z');
  await keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Focus on Subtree' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(tree).toBeFocused();

  await keyboard.press('Control+e');
  await expect(page.getByRole('status').first()).toContainText('every count is exact');
  const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Control+s')]);
  const saved = decodeSnapshot(new Uint8Array(await readFile(await download.path())));
  expect(saved).toMatchObject({ target: { pid: program.pid }, complete: true });

  await keyboard.press('Control+k');
  await keyboard.type('detach');
  await keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { pointerUses: number }).pointerUses)).toBe(0);
});

/** Presses Tab until it has the focus, as a user does who sees where that is. */
async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const MOST_STOPS = 60;
  await expect(element).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(element).toBeFocused();
}
