import type { CDPSession, Page } from '@playwright/test';
import { answerTimes, frameTimes, type FrameTimes, type KeyTimes } from './readerMeasures.ts';

/** What must hold for a recording of 1,000,000 contexts, and while 200 MB of events arrive a second. */
export const BOUNDS = {
  openMs: 3000,
  /** From a key press until its answer is painted. */
  keyMs: 100,
  framesPerSecond: 55,
  /** Of the main thread; the browser tells of those of 50 ms and more only. */
  taskMs: 50,
  /** Of the worker. */
  bytesPerNode: 100,
} as const;

/** From the first row, which is open, and back to it: each kind of answer, with few rows and with all of them. */
export const KEYS: readonly string[] = Array.from({ length: 6 }, () => [
  'ArrowLeft', // closes it
  'ArrowRight', // and opens it again
  ...Array<string>(8).fill('ArrowDown'),
  'ArrowUp',
  'PageDown',
  'End',
  'Home',
]).flat();

/** Puts the measures into the page; call before it is loaded. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasksMs: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** The longest task of the main thread since the last call, 0 when none took 50 ms. */
export function longestTaskMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const tasks = (globalThis as unknown as { longTasksMs: number[] }).longTasksMs;
    return Math.max(0, ...tasks.splice(0));
  });
}

/** Opens a file that the server has under this address; the download does not count. @returns ms until rows are painted */
export function openMs(page: Page, url: string): Promise<number> {
  return page.evaluate(async (address) => {
    const bytes = await (await fetch(address)).arrayBuffer();
    const startMs = performance.now();
    await window.openRecording?.(bytes, 'big.sluice');
    while (!document.querySelector('[role=treegrid] [data-node]')) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - startMs;
  }, url);
}

/** All that the tree can have of this recording, as the last minute of one that runs. @returns how many */
export async function showAllColumns(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const boxes = page.getByRole('group', { name: 'Columns' }).getByRole('checkbox');
  const columns = await boxes.count();
  for (let i = 0; i < columns; i++)
    if (await boxes.nth(i).isEnabled()) await boxes.nth(i).check({ force: true });
  await page.keyboard.press('Escape');
  return columns;
}

/** Selects the first row and opens all below it. @returns the rows that there are then */
export async function openAll(page: Page): Promise<number> {
  const grid = page.getByRole('treegrid', { name: 'Call Tree' });
  const rowCount = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount')) - 1;
  await grid.press('Home');
  await grid.locator('[aria-rowindex="2"][aria-selected=true]').waitFor();
  const before = await rowCount();
  await grid.press('*');
  // A tree that grows has some rows more at any moment.
  while ((await rowCount()) < 10 * before) await page.evaluate(() => new Promise(requestAnimationFrame));
  return rowCount();
}

/**
 * Presses each key in the tree and waits until its answer is painted: another row is selected, or the same one is open or
 * closed now.
 */
export async function keyTimes(page: Page, keys: readonly string[]): Promise<KeyTimes> {
  const state = await page.evaluateHandle(() => (): string | null => {
    const selected = document.querySelector('[role=treegrid] [aria-selected=true]');
    // Not there: it is not scrolled to yet.
    return selected && `${selected.id} ${selected.getAttribute('aria-expanded')}`;
  });
  return answerTimes(page, '[role=treegrid]', keys, state);
}

/** What `action` costs the main thread, in time of its own: what other processes take of the machine does not count. */
export async function mainThreadMs(page: Page, action: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const taskMs = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
    };
    const before = await taskMs();
    await action();
    return (await taskMs()) - before;
  } finally {
    await session.detach();
  }
}

/** Scrolls a tree by `stepPx` in each of so many frames. @param row selector of what must be wherever one looks */
export async function scrollTimes(
  page: Page,
  stepPx: number,
  frames: number,
  row = '[data-node]',
): Promise<FrameTimes> {
  const step = await page.evaluateHandle(
    (px) => (): void => {
      document.querySelector('[role=treegrid]')!.scrollTop += px;
    },
    stepPx,
  );
  const isBlank = await page.evaluateHandle(
    (selector) => (): boolean => {
      const { left, top, bottom } = document.querySelector('[role=treegrid]')!.getBoundingClientRect();
      return [top + 40, (top + bottom) / 2, bottom - 20].some(
        (y) => !document.elementFromPoint(left + 60, y)?.closest(selector),
      );
    },
    row,
  );
  return frameTimes(page, frames, step, isBlank);
}

/** Bytes that the page's worker holds after a collection: its objects, and its typed arrays. */
export async function workerBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    const worker = await workerSession(session);
    await worker('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = await worker('Runtime.getHeapUsage');
    return usedSize + backingStorageSize;
  } finally {
    await session.detach();
  }
}

type Command = (method: string) => Promise<{ usedSize: number; backingStorageSize: number }>;

/** Playwright has no session with a worker: its commands go as text through the page's. */
async function workerSession(session: CDPSession): Promise<Command> {
  const attached = new Promise<string>((resolve) =>
    session.once('Target.attachedToTarget', ({ sessionId }) => resolve(sessionId)),
  );
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const sessionId = await attached;
  let id = 0;
  return (method) =>
    new Promise((resolve) => {
      const question = ++id;
      const onMessage = ({ message }: { message: string }): void => {
        const answer = JSON.parse(message) as {
          id: number;
          result: { usedSize: number; backingStorageSize: number };
        };
        if (answer.id !== question) return;
        session.off('Target.receivedMessageFromTarget', onMessage);
        resolve(answer.result);
      };
      session.on('Target.receivedMessageFromTarget', onMessage);
      void session.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id: question, method }),
      });
    });
}
