import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, idle, test, tree } from './fakeWindow.ts';
import { openFile, rootCallFile } from './rootCallFile.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const CALLS = `main: ${Array.from({ length: 20 }, (_, i) => {
  const ns = i * 100_000_000;
  return `^ ${ns}>A ${ns + 200_000}>B ${ns + (i % 10 === 3 ? 30_000_000 : 1_000_000)}<B ${ns + (i % 10 === 3 ? 40_000_000 : 1_500_000)}<A`;
}).join(' ')}`;

interface SeenImage {
  readonly width: number;
  readonly height: number;
  readonly corner: string;
  /** "r,g,b" -> pixels of just that colour. */
  readonly pixels: Readonly<Record<string, number>>;
}

/** What is on the clipboard, as a PNG. */
async function copiedImage(page: Page, name: string): Promise<SeenImage> {
  await expect(page.getByText('The image is on the clipboard.')).toBeVisible();
  const png = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  writeFileSync(test.info().outputPath(`${name}.png`), Buffer.from(png, 'base64'));
  return seenIn(page, png);
}

/** @param png in base64 */
function seenIn(page: Page, png: string): Promise<SeenImage> {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (digit) => digit.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const pixels: Record<string, number> = {};
    for (let at = 0; at < data.length; at += 4) {
      const color = `${data[at]},${data[at + 1]},${data[at + 2]}`;
      pixels[color] = (pixels[color] ?? 0) + 1;
    }
    return { width, height, corner: data.slice(0, 3).join(), pixels };
  }, png);
}

/** Of the theme that is in force, as it is in an image. */
function tokenColor(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color.match(/\d+/g)!.slice(0, 3).join();
  }, token);
}

async function open(page: Page, files: Map<string, Uint8Array>, tab: string): Promise<void> {
  files.set('calls.sluice', rootCallFile(CALLS, 0));
  await openFile(page, 'calls.sluice');
  await expect(tree(page)).toBeVisible();
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await idle(page);
}

async function copyByName(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('copy as image');
  await page.keyboard.press('Enter');
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a flame graph is copied as an image in the colours of the theme, ${colorScheme}`, async ({
    window,
    server,
  }) => {
    await window.emulateMedia({ colorScheme });
    await open(window, server.files, 'Flame Graph');
    const graph = window.getByRole('application', { name: /^(Flame Graph|Icicle)$/ });
    const { width } = (await graph.boundingBox())!;
    await copyByName(window);
    const image = await copiedImage(window, `flame-${colorScheme}`);
    expect(image.width).toBeGreaterThan(width);
    expect(image.corner).toBe(await tokenColor(window, '--surface'));
    const swatch = window.getByRole('list', { name: 'Key of colours' }).locator('span').first();
    const frames = await swatch.evaluate((one) =>
      getComputedStyle(one).backgroundColor.match(/\d+/g)!.slice(0, 3).join(),
    );
    // The widest level of frames, and the square of the key.
    expect(image.pixels[frames]).toBeGreaterThan(width * 15);
  });
}

test('the map of root calls is copied by its context menu, by pointer and by key', async ({
  window,
  server,
}) => {
  await open(window, server.files, 'Root Calls');
  const map = window.getByRole('application', { name: /^Map of root calls/ });
  await map.click({ button: 'right', position: { x: 300, y: 60 } });
  await expectAccessible(window, 'the menu of the map');
  await window.getByRole('menuitem', { name: 'Copy as Image' }).click();
  const image = await copiedImage(window, 'map');
  const { width } = (await map.boundingBox())!;
  expect(image.width).toBeGreaterThan(2 * width);
  expect(image.pixels[await tokenColor(window, '--change-more')]).toBeGreaterThan(50);

  await window.getByRole('button', { name: 'Dismiss' }).first().click();
  await map.focus();
  await window.keyboard.press('Shift+F10');
  await window.keyboard.press('Enter');
  await copiedImage(window, 'mapByKey');
});

test('a flame graph has it in its context menu, and a table does not', async ({ window, server }) => {
  await open(window, server.files, 'Flame Graph');
  await window.getByRole('application', { name: /^(Flame Graph|Icicle)$/ }).focus();
  await window.keyboard.press('Shift+F10');
  await window.getByRole('menuitem', { name: 'Copy as Image' }).click();
  await copiedImage(window, 'flameByMenu');
  await window.getByRole('tab', { name: 'Call Tree' }).click();
  await tree(window).getByRole('row').nth(1).click();
  await window.keyboard.press('Shift+F10');
  await expect(window.getByRole('menuitem', { name: 'Copy Name' })).toBeVisible();
  await expect(window.getByRole('menuitem', { name: 'Copy as Image' })).toHaveCount(0);
});

test('where the clipboard takes no images the user gets the image as a file', async ({ window, server }) => {
  await open(window, server.files, 'Flame Graph');
  await window.evaluate(() => Reflect.deleteProperty(globalThis, 'ClipboardItem'));
  const download = window.waitForEvent('download');
  await copyByName(window);
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/ ?Flame_Graph\.png$/);
  const image = await seenIn(window, readFileSync(await file.path()).toString('base64'));
  expect(image.corner).toBe(await tokenColor(window, '--surface'));
  await expect(window.getByRole('region', { name: 'Problems' })).toContainText(
    /The clipboard took no image, which is the file .*Flame_Graph\.png instead: this browser has none/,
  );
});
