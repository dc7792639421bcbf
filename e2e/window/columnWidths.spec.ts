import type { Page } from '@playwright/test';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { expect, idle, record, test, tree } from './fakeWindow.ts';

const LEVELS = 24;

/** Each of so many methods calls the next. */
function deepRecording(): string {
  const names = Array.from({ length: LEVELS }, (_, i) => `ApplicationFilterChain${i}`);
  const entries = names.map((name, i) => `${1_000 * i}>${name}`);
  const exits = names.map((name, i) => `${100_000 - 1_000 * i}<${name}`).reverse();
  return `main: ${[...entries, ...exits].join(' ')}`;
}

async function openDeep(page: Page): Promise<void> {
  const bytes = encodeSnapshot(exampleSnapshot(deepRecording()));
  await page.evaluate((content) => {
    const files = new DataTransfer();
    files.items.add(new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], 'deep.sluice'));
    for (const type of ['dragover', 'drop'])
      window.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
  }, Buffer.from(bytes).toString('base64'));
  await tree(page).focus();
  await page.keyboard.press('h');
  await idle(page);
}

const header = (page: Page, name: string) => tree(page).getByRole('columnheader', { name });
const widthOf = async (page: Page, name: string): Promise<number> =>
  Math.round((await header(page, name).boundingBox())?.width ?? 0);
const isSidewaysScrolled = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

for (const width of [1_440, 1_000, 720])
  test(`the names of a deep tree are read in a window of ${width} px`, async ({ window }) => {
    await window.setViewportSize({ width, height: 800 });
    await openDeep(window);
    const names = tree(window).locator('.tableMethod');
    await expect(names).toHaveCount(LEVELS);
    // The cell cuts what is too long: the last letter of each name is within it.
    const cut = await names.evaluateAll((all) =>
      all
        .filter(
          (name) => name.getBoundingClientRect().right > name.parentElement!.getBoundingClientRect().right,
        )
        .map((name) => name.textContent),
    );
    expect(cut).toEqual([]);
    expect(await isSidewaysScrolled(window)).toBe(false);
    await expect(header(window, '± Self')).toHaveCount(width < 1_000 ? 0 : 1);
    await expect(header(window, 'Invocations')).toBeVisible();
    const scrolls = await tree(window).evaluate((table) => table.scrollWidth > table.clientWidth);
    expect(scrolls).toBe(false);
  });

test('a recording that runs fits into 720 px, as at a zoom of 200 %', async ({ window }) => {
  await window.setViewportSize({ width: 720, height: 450 });
  await record(window);
  await expect(tree(window)).toBeVisible();
  expect(await isSidewaysScrolled(window)).toBe(false);
});

test('a column is made wider by its border or by key, is remembered so, and goes back by a double click', async ({
  window,
}) => {
  await openDeep(window);
  const [before, others] = [await widthOf(window, 'Self Time'), await widthOf(window, 'Total Time')];
  const border = header(window, 'Self Time').locator('.tableBorder');
  const box = (await border.boundingBox())!;
  await window.mouse.move(box.x + 4, box.y + 8);
  await window.mouse.down();
  await window.mouse.move(box.x - 76, box.y + 8, { steps: 4 });
  await window.mouse.up();
  expect(await widthOf(window, 'Self Time')).toBe(before + 80);
  expect(await widthOf(window, 'Total Time')).toBe(others);

  await header(window, 'Self Time').getByRole('button').focus();
  await window.keyboard.press('Shift+ArrowLeft');
  await window.keyboard.press('Shift+ArrowLeft');
  await window.keyboard.press('Shift+ArrowRight');
  expect(await widthOf(window, 'Self Time')).toBe(before + 70);

  await window.reload();
  await expect(window.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
  await openDeep(window);
  expect(await widthOf(window, 'Self Time')).toBe(before + 70);
  await border.dblclick();
  expect(await widthOf(window, 'Self Time')).toBe(before);
});
