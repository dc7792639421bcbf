import type { Locator, Page } from '@playwright/test';
import { SluiceError } from '../../shared/base/errors.ts';
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
  await expect(button(window, 'Apply to all views')).toBeVisible();
  expect(await cutLabels(window), 'a filtered tree').toEqual([]);
});

test('what is found moves no button beside it', async ({ window }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  for (const [view, stays] of [
    ['Call Tree', button(window, 'Switch off method')],
    ['Flame Graph', window.getByRole('combobox', { name: 'Direction' })],
  ] as const) {
    await window.getByRole('tab', { name: view }).click();
    const before = await placeOf(stays);
    await window.getByRole('textbox', { name: `Find in ${view.toLowerCase()}` }).fill('order');
    await expect(window.getByRole('search')).toContainText(/\d of \d/);
    expect(await placeOf(stays), view).toEqual(before);
  }
});

test('a recording that is paused moves neither buttons nor numbers', async ({ window, server }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await idle(window);
  const watched = [
    button(window, 'Start'),
    button(window, 'Stop'),
    button(window, 'Reset'),
    window.locator('.recordingNumbers dt', { hasText: /^Time$/ }),
    window.locator('.recordingNumbers dt', { hasText: 'Instrumented' }),
  ];
  const before = await Promise.all(watched.map(placeOf));
  await button(window, 'Pause').click();
  await expect(button(window, 'Resume')).toBeVisible();
  server.engine.changeStatus({ measurement: { elapsedMs: 754_300 }, counters: { waitedMs: 3456 } }); // the engine tells of no others while it is paused
  await expect(window.locator('.recordingNumber', { hasText: 'Waited' })).toContainText('3.46 s');
  expect(await Promise.all(watched.map(placeOf))).toEqual(before);
});

test('neither the end of the JVM nor a message moves anything above them', async ({ window, server }) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  const watched = [
    button(window, 'Start'),
    button(window, 'Reset'),
    window.getByRole('tab', { name: 'Call Tree' }),
    tree(window).getByRole('row').nth(1),
  ];
  const before = await Promise.all(watched.map(placeOf));
  server.engine.failNext('reset', new SluiceError('io', 'It broke.', 'Try again.'));
  await button(window, 'Reset').click();
  await expect(window.getByRole('alert')).toContainText('It broke.');
  server.engine.changeStatus({ phase: 'ended', text: 'The JVM has ended.' });
  await expect(button(window, 'Running JVMs')).toBeVisible();
  expect(await Promise.all(watched.map(placeOf))).toEqual(before);
});

test('the numbers of a recording stay on one line, and whole but for the clock', async ({
  window,
  server,
}) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  await button(window, 'Pause').click();
  server.engine.changeStatus({
    measurement: { elapsedMs: 754_300 },
    counters: { pausedMs: 12_300, waitedMs: 3456 },
    refusals: ['com.acme.Big is not measured: its code would be longer than 64 KB.'],
    instrumentation: { switchedOff: { count: 2, names: ['com.acme.A::a', 'com.acme.B::b'] } },
  });
  await expect(window.locator('.recordingNumbers dt', { hasText: 'Paused' })).toBeVisible();
  for (const width of [1280, 1024]) {
    await window.setViewportSize({ width, height: 640 });
    const numbers = await window.locator('.recordingNumber').evaluateAll((all) =>
      all.map((number) => ({
        name: number.querySelector('dt')?.textContent,
        top: number.querySelector('dt')?.getBoundingClientRect().top,
        isWhole: [...number.children].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
        isInWindow: number.getBoundingClientRect().right <= innerWidth,
      })),
    );
    expect(new Set(numbers.map(({ top }) => top)).size, `${width} px`).toBe(1);
    expect(numbers.filter(({ isWhole, name }) => !isWhole && name !== 'Clock')).toEqual([]);
    expect(numbers.filter(({ isInWindow }) => !isInWindow)).toEqual([]);
  }
});

test('a narrow title of a column says its unit whole, and nothing by halves', async ({ window }) => {
  await record(window);
  await window.getByRole('tab', { name: 'Hot Spots' }).click();
  await expect(window.locator('.tableBase').first()).toHaveText('ms, % of root total');
  for (const width of [1400, 1024, 720]) {
    await window.setViewportSize({ width, height: 640 });
    const parts = await window.locator('.tableBase > span').evaluateAll((all) =>
      all.flatMap((part) => {
        if (part.parentElement === null) return []; // drawn anew meanwhile
        const room = part.parentElement.getBoundingClientRect();
        const { top, right } = part.getBoundingClientRect();
        const isSeen = top < room.bottom;
        return {
          isUnit: part.previousElementSibling === null,
          isSeen,
          isWhole: !isSeen || right <= room.right,
        };
      }),
    );
    expect(parts.filter(({ isWhole }) => !isWhole)).toEqual([]);
    const units = parts.filter(({ isUnit }) => isUnit);
    expect(
      units.map(({ isSeen }) => isSeen),
      `${width} px`,
    ).toEqual([true, true]);
  }
});

test('a narrow window says whole that a recording is paused', async ({ window }) => {
  await window.setViewportSize({ width: 1024, height: 640 });
  await record(window);
  await expect(tree(window)).toBeVisible();
  await button(window, 'Pause').click();
  const paused = window.getByText('Paused: nothing is counted');
  await expect(paused).toBeVisible();
  const widths = await paused.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(widths.clientWidth).toBe(widths.scrollWidth);
});

test('at the least size of the window nothing runs out of it, and names are read first', async ({
  window,
}) => {
  await window.setViewportSize({ width: 720, height: 480 });
  await record(window);
  await expect(tree(window)).toBeVisible();
  const chooser = await boxOf(window.getByRole('combobox', { name: 'Thread' }));
  expect(chooser.x + chooser.width).toBeLessThanOrEqual(720);
  const detach = await boxOf(button(window, 'Detach'));
  expect(detach.x + detach.width).toBeLessThanOrEqual(720);
  const title = await boxOf(tree(window).getByRole('columnheader').first());
  expect(title.width).toBeGreaterThanOrEqual(260);
});

test('beside the options of a recording its lists of classes and methods are named whole, and begin at one height', async ({
  window,
}) => {
  await button(window, 'Try the demo').click();
  const title = window.getByRole('heading', { name: /^Loaded classes/ });
  await expect(title).toContainText(/\d/);
  for (const width of [820, 1280]) {
    await window.setViewportSize({ width, height: 700 });
    const words = title.locator('span').first();
    const { scrollWidth, clientWidth } = await words.evaluate((span) => ({
      scrollWidth: span.scrollWidth,
      clientWidth: span.clientWidth,
    }));
    expect(scrollWidth, `${width} px`).toBe(clientWidth);
    const classes = await boxOf(window.getByRole('listbox', { name: 'Loaded classes' }));
    expect((await boxOf(window.getByRole('listbox', { name: 'Methods' }))).y).toBe(classes.y);
  }
});

test('the menu of a method is whole at 1280x720', async ({ window }) => {
  await window.setViewportSize({ width: 1280, height: 720 });
  await record(window);
  await expect(tree(window)).toBeVisible();
  await tree(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('Shift+F10');
  const menu = window.getByRole('menu');
  await expect(menu).toBeVisible();
  const heights = await menu.evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }));
  expect(heights.scrollHeight).toBe(heights.clientHeight);
});

test.describe('what stands where the tree will be', () => {
  test.use({ engineOptions: { program: 'silent', stepMs: 1000 } });

  test('stands still from the start to the first call', async ({ window }) => {
    await record(window);
    const preparing = await placeOf(window.getByRole('heading', { name: 'Preparing' }));
    const waiting = window.getByRole('heading', { name: /Waiting/ });
    await expect(waiting).toBeVisible();
    expect((await placeOf(waiting)).y).toBe(preparing.y);
  });
});

test('a large window is written larger, and rows and frames go with it', async ({ window }) => {
  const textOf = (): Promise<string> => window.evaluate(() => getComputedStyle(document.body).fontSize);
  await window.setViewportSize({ width: 1920, height: 1080 });
  const usual = await textOf();
  await record(window);
  await expect(tree(window)).toBeVisible();
  await button(window, 'Stop').click();
  await tree(window).focus();
  await window.keyboard.press('*');
  await window.setViewportSize({ width: 2560, height: 1440 });
  expect(Number.parseFloat(await textOf())).toBeGreaterThan(Number.parseFloat(usual));
  await idle(window);
  const tops = await tree(window)
    .locator('.tableRow')
    .evaluateAll((rows) =>
      rows.map((row) => row.getBoundingClientRect()).map(({ top, height }) => ({ top, height })),
    );
  const ordered = tops.sort((a, b) => a.top - b.top);
  expect(ordered.slice(1).filter(({ top, height }, i) => top - ordered[i].top !== height)).toEqual([]);
  expect(await cutLabels(window)).toEqual([]);

  await window.getByRole('tab', { name: 'Flame Graph' }).click();
  await idle(window);
  const graph = await boxOf(window.locator('.flameCanvas'));
  const levelPx = await window.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--frame-height')),
  );
  await window.mouse.move(graph.x + 40, graph.y + graph.height - 1.5 * levelPx);
  await expect(window.locator('.frameTooltip')).toContainText('OrderService.handle');
  await window.mouse.move(graph.x + 40, graph.y + graph.height - 2.5 * levelPx);
  await expect(window.locator('.frameTooltip')).not.toContainText('OrderService.handle');
});

test('an option of a command line is not broken behind its hyphen', async ({ window }) => {
  await window.getByRole('row', { name: /com.acme.shop.ShopServer/ }).click();
  const option = window.getByText('-XX:+EnableDynamicAgentLoading', { exact: true });
  for (let width = 1400; width >= 700; width -= 50) {
    await window.setViewportSize({ width, height: 720 });
    expect(await option.evaluate((element) => element.getClientRects().length), `${width} px`).toBe(1);
  }
});

test('JVMs that come and go move nothing below their list, and its buttons are in view', async ({
  window,
  server,
}) => {
  const jvms = [...server.engine.jvms];
  const attach = button(window, 'Attach');
  for (const [width, height] of [
    [1280, 800],
    [820, 640],
    [1920, 1080],
  ]) {
    await window.setViewportSize({ width, height });
    server.engine.jvms = jvms.slice(0, 1);
    await expect(window.locator('.jvmRow')).toHaveCount(1);
    await window.locator('.jvmRow').click();
    const before = await placeOf(attach);
    server.engine.jvms = jvms;
    await expect(window.locator('.jvmRow')).toHaveCount(jvms.length);
    expect(await placeOf(attach), `${width} px`).toEqual(before);
    await expect(attach).toBeInViewport();
    await expect(window.getByRole('heading', { name: 'What happens when you attach' })).toBeInViewport();
  }
});

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
}

async function placeOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y } = await boxOf(element);
  return { x, y };
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
