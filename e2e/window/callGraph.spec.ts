import { expectAccessible } from './axe.ts';
import { expect, idle, record, test, tree } from './fakeWindow.ts';

test('callers and callees are drawn around their method, as wide as they cost, and one can go on from there', async ({
  window,
}) => {
  await record(window);
  await tree(window).getByRole('row').nth(2).click();
  await window.keyboard.press('e');
  await window.getByText('Graph', { exact: true }).click();
  const graph = window.getByRole('group', { name: 'Call graph' });
  await expect(graph.locator('.callGraphSubject')).toContainText('TokenService.findPrice');
  await expect(graph.locator('.callGraphNode-callers')).toContainText(['OrderService.handle']);
  await expect(graph.locator('.callGraphNode-callees').first()).toBeVisible();
  const widths = await graph
    .locator('.callGraphLink')
    .evaluateAll((links) => links.map((one) => Number(one.getAttribute('stroke-width'))));
  expect(Math.max(...widths)).toBeCloseTo(24, 0); // its one caller has all of its time
  await idle(window);
  await expectAccessible(window, 'the call graph');
  await graph.locator('.callGraphNode-callers').first().focus();
  await window.keyboard.press('Enter');
  await expect(graph.locator('.callGraphSubject')).toContainText('OrderService.handle');
  await expect(graph.locator('.callGraphNode-callees').first()).toBeVisible();
});
