import type { Locator, Page } from '@playwright/test';
import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

/** Rules of the window's look that a machine can check: no label is cut, and what stands still in the eye stands still. */

/** What is to be read whole: controls, headings, names of numbers. Names from the target may be cut, with an ellipsis. */
const LABELS = '.button, .tab, .segment, h1, dt, legend, label, .contextMenuItem, .appMenuItem';

test('no label of a control is wider than its room', async ({ window }) => {
  expect(await cutLabels(window)).toEqual([]);
  await record(window);
  await expect(tree(window)).toBeVisible();
  for (const name of await window.getByRole('tab').allInnerTexts()) {
    await window.getByRole('tab', { name, exact: true }).click();
    await idle(window);
    expect(await cutLabels(window), name).toEqual([]);
  }
  await window.getByRole('tab', { name: 'Call Tree' }).click();
  await tree(window).focus();
  await window.keyboard.press('Control+g');
  await window.keyboard.type('order');
  await expect(button(window, 'In all views')).toBeVisible();
  expect(await cutLabels(window), 'a filtered tree').toEqual([]);
});

test('what is found moves no button beside it', async ({ window }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  for (const [view, stays] of [
    ['Call Tree', button(window, 'Stop measuring')],
    ['Flame Graph', window.getByRole('combobox', { name: 'Direction' })],
  ] as const) {
    await window.getByRole('tab', { name: view }).click();
    const before = await placeOf(stays);
    await window.getByRole('textbox', { name: `Find in ${view.toLowerCase()}` }).fill('order');
    await expect(window.getByText(/\d found/).first()).toBeVisible();
    expect(await placeOf(stays), view).toEqual(before);
  }
});

async function placeOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not shown');
  return { x: box.x, y: box.y };
}

function cutLabels(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    (labels) =>
      [...document.querySelectorAll<HTMLElement>(labels)]
        .filter((element) => element.checkVisibility() && !element.closest('.visuallyHidden'))
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((element) => `${element.className}: ${element.textContent}`),
    LABELS,
  );
}
