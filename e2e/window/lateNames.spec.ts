import { expect, idle, record, test, tree } from './fakeWindow.ts';

test.use({ engineOptions: { namesAfterMs: 600 } });

test('no row is ever called unknown while names are on their way', async ({ window }) => {
  await window.evaluate(() => {
    const seen = ((globalThis as unknown as { unknownSeen: string[] }).unknownSeen = []) as string[];
    new MutationObserver(() => {
      const text = document.querySelector('[role=treegrid]')?.textContent ?? '';
      if (/unknown|method \d/.test(text)) seen.push(text.slice(0, 80));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await record(window);
  await expect(
    tree(window)
      .getByRole('row', { name: /OrderService\.handle/ })
      .first(),
  ).toBeVisible();
  await idle(window);
  expect(
    await window.evaluate(() => (globalThis as unknown as { unknownSeen: string[] }).unknownSeen),
  ).toEqual([]);
});
