import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { provideBrowser } from '../build/browser.mjs';
import { fromRoot } from '../build/tree.mjs';
import {
  BOUNDS,
  keyTimes,
  longestTaskMs,
  mainThreadMs,
  scrollTimes,
  watch,
  workerBytes,
} from '../e2e/window/bigTreeMeasures.ts';
import type { FrameTimes } from '../e2e/window/readerMeasures.ts';
import { bundlePage, removePage, startFakeServer } from '../renderer/testing/fakeServer.ts';
import { BoundedFigures, figureLine } from './boundedFigures.ts';
import { EMPTY_PAGE, emptyPageTimes } from './emptyPage.ts';
import { dumpRecords } from './recordsDump.ts';

/**
 * A heap dump of more than 1 GB and ten million objects in the window, in a real browser: opened with its progress, opening cancelled, and its
 * dominator tree scrolled. Each figure with the bound it must keep, where there is one. Run: npm run bench -- bigDump
 */
const CONTENT_BYTES = 400;
const LEAST_BYTES = 1e9;
const OPEN_LIMIT_MS = 600_000;
/** From the click until the window is as it was. */
const CANCEL_MS = 1_000;
const FRAMES = 180;
const STEP_PX = 400;
const LEAST_ROWS = 4_000;
const KEYS = Array.from({ length: 6 }, () => [
  ...['ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageDown', 'PageUp', 'End', 'PageUp', 'Home'],
]).flat();

const figures = new BoundedFigures();
const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-dump-'));
const pageFolder = await bundlePage(fromRoot('renderer'));
try {
  const file = join(folder, 'big.hprof');
  await dumpRecords(folder, file, CONTENT_BYTES);
  const fileBytes = statSync(file).size;
  if (fileBytes < LEAST_BYTES) throw new Error(`the dump has ${fileBytes} bytes only`);
  console.log(`A heap dump of ${(fileBytes / 1e9).toFixed(2)} GB`);
  await measure(file);
} finally {
  await removePage(pageFolder);
  rmSync(folder, { recursive: true });
}
process.exitCode = figures.exceeded > 0 ? 1 : 0;

async function measure(file: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await provideBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const server = await startFakeServer(pageFolder, {});
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(OPEN_LIMIT_MS);
    await watch(page);
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Running JVMs' }).waitFor();
    await cancel(page, file);
    await open(page, file);
    await scroll(page);
    server.files.set('floor.html', Buffer.from(EMPTY_PAGE));
    const floor = await emptyPageTimes(page, `${server.url}floor.html`, FRAMES);
    console.log(figureLine('floor: an empty page', floor.framesPerSecond, 'frames/s'));
  } finally {
    await browser.close();
    await server.close();
  }
}

async function choose(page: Page, file: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+o');
  await (await choosing).setFiles(file);
}

async function cancel(page: Page, file: string): Promise<void> {
  await choose(page, file);
  await page.getByText(/^Opening a heap dump: reading the references, [1-9]/).waitFor();
  const startMs = performance.now();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  figures.tell('cancelled, until all is as before', performance.now() - startMs, CANCEL_MS, 'ms');
  const workers = page.workers().length;
  if (workers > 1) throw new Error(`${workers} workers are there: reading goes on`);
}

async function open(page: Page, file: string): Promise<void> {
  await page.evaluate(() => {
    const told: [atMs: number, text: string][] = [];
    Object.assign(globalThis, { told });
    const look = (): void => {
      const text = document.querySelector('[role=status]')?.textContent ?? '';
      if (text !== told.at(-1)?.[1]) told.push([performance.now(), text]);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await longestTaskMs(page);
  const startMs = performance.now();
  await choose(page, file);
  await page.getByRole('list', { name: 'Leak hints' }).waitFor();
  console.log(figureLine('opened, with its leak hints', (performance.now() - startMs) / 1e3, 's'));
  figures.tell(
    'longest task of the main thread',
    await longestTaskMs(page),
    BOUNDS.taskMs,
    'ms (0: none of 50)',
  );
  const told = await page.evaluate(
    () => (globalThis as unknown as { told: [atMs: number, text: string][] }).told,
  );
  const steps = told.filter(([, text]) => text.startsWith('Opening a heap dump'));
  const silencesMs = steps.slice(1).map(([atMs], i) => atMs - steps[i][0]);
  console.log(figureLine('progress told', steps.length, 'times'));
  console.log(figureLine('  longest without a word', Math.max(0, ...silencesMs) / 1e3, 's'));
  console.log(`  ${told.at(-1)?.[1] ?? ''}`);
  console.log(figureLine('worker', (await workerBytes(page)) / 1e9, 'GB'));
}

async function scroll(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Dominators', exact: true }).click();
  const grid = page.getByRole('treegrid', { name: 'Dominators' });
  await grid.getByRole('row').nth(1).waitFor();
  const rows = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount')) - 1;
  const more = async (key: string): Promise<void> => {
    const before = await rows();
    await grid.press(key);
    await page.waitForFunction(
      (count) => Number(document.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount')) > count + 1,
      before,
    );
  };
  await grid.press('Home');
  for (let depth = 0; depth < 3; depth++) {
    await more('ArrowRight'); // opens it
    await grid.press('ArrowRight'); // and goes to what it holds most by
  }
  while ((await rows()) < LEAST_ROWS) {
    await grid.press('End');
    await more('Enter');
  }
  console.log(figureLine('dominator tree: open rows', await rows(), ''));
  await grid.press('Home');
  let scrolling: FrameTimes | undefined;
  const ownMs = await mainThreadMs(page, async () => {
    scrolling = await scrollTimes(page, STEP_PX, FRAMES, '.dominatorTree .tableRow');
  });
  if (!scrolling) return;
  figures.tell('scrolling', -scrolling.framesPerSecond, -BOUNDS.framesPerSecond, 'frames/s');
  figures.tell('  frame: own time of the main thread', ownMs / FRAMES, 1000 / BOUNDS.framesPerSecond, 'ms');
  console.log(figureLine('  frame: 95 %', scrolling.p95Ms, 'ms'));
  console.log(figureLine('  frame: worst', scrolling.worstMs, 'ms'));
  figures.tell('  frames with a part blank', scrolling.blankFrames, 0, '');
  await grid.press('Home');
  const keys = await keyTimes(page, KEYS);
  console.log(figureLine('key press: median', keys.medianMs, 'ms'));
  figures.tell('  95 %', keys.p95Ms, BOUNDS.keyMs, 'ms');
}
