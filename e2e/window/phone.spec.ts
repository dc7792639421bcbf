import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { expect, idle, test, tree } from './fakeWindow.ts';
import { openFile, rootCallFile } from './rootCallFile.ts';

/** Of a phone, on which an exported page is opened from a mail. It lays a page out as wide as its widest part. */
const WIDTH_PX = 390;
test.use({ viewport: { width: WIDTH_PX, height: 844 }, isMobile: true, hasTouch: true });

test('every view of a recording fits a phone, its names and first numbers side by side', async ({
  window,
  server,
}) => {
  const { target } = exampleSnapshot('main: 0>A 10<A');
  const own = { target: { ...target, ownPackages: ['demo'] } };
  server.files.set('calls.sluice', rootCallFile('main: ^ 0>A 100>B 300<B 900<A ^ 2000>A 9000<A', 0, own));
  await openFile(window, 'calls.sluice');
  for (const name of await window.getByRole('tab').allInnerTexts()) {
    await window.getByRole('tab', { name, exact: true }).click();
    await idle(window);
    const widthPx = await window.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(widthPx, name).toBeLessThanOrEqual(WIDTH_PX);
  }
  await window.getByRole('tab', { name: 'Call Tree' }).click();
  for (const part of [
    window.getByRole('heading', { level: 2 }).first(),
    window.getByRole('button', { name: 'My Code' }),
    window.getByRole('searchbox').or(window.getByPlaceholder(/^Find/)).first(),
    tree(window).getByRole('columnheader', { name: /^Name/ }),
    tree(window).getByRole('columnheader', { name: /^Total Time/ }),
  ]) {
    const { x, width } = (await part.boundingBox())!;
    expect.soft([x >= 0, x + width <= WIDTH_PX], String(part)).toEqual([true, true]);
  }
});

test('dialogs and menu fit it too', async ({ window, server }) => {
  server.files.set('a.sluice', Buffer.from(encodeSnapshot(exampleSnapshot('main: 0>A 10<A'))));
  await openFile(window, 'a.sluice');
  for (const keys of ['F1', 'Control+k']) {
    await window.keyboard.press(keys);
    const dialog = window.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const { x, width } = (await dialog.boundingBox())!;
    expect.soft([x >= 0, x + width <= WIDTH_PX], keys).toEqual([true, true]);
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});
