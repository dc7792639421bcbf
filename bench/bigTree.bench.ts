import { chromium, type Browser, type Page } from 'playwright';
import { provideBrowser } from '../build/browser.mjs';
import { fromRoot } from '../build/tree.mjs';
import {
  BOUNDS,
  KEYS,
  keyTimes,
  longestTaskMs,
  mainThreadMs,
  openAll,
  openMs,
  scrollTimes,
  showAllColumns,
  watch,
  workerBytes,
} from '../e2e/window/bigTreeMeasures.ts';
import type { FrameTimes } from '../e2e/window/readerMeasures.ts';
import {
  FLAME_KEYS,
  flameKeyTimes,
  flameTimes,
  invertFlameGraph,
  showFlameGraph,
} from '../e2e/window/flameMeasures.ts';
import { bigRecording } from '../renderer/testing/bigRecording.ts';
import { BoundedFigures, figureLine } from './boundedFigures.ts';
import { EMPTY_PAGE, emptyPageTimes } from './emptyPage.ts';
import type { FakeEngineOptions } from '../renderer/testing/fakeEngine.ts';
import { bundlePage, removePage, startFakeServer, type FakeServer } from '../renderer/testing/fakeServer.ts';

/**
 * What a reader of a large recording feels, in a real browser: a file with a million contexts, and a tree of a million
 * contexts into which 200 MB of events flow a second, all of it on this machine. The tree has every column that there is, the
 * last minute of each row too. Each figure with the bound it must keep.
 */
const NODES = 1_000_000;
const BYTES_PER_SECOND = 200e6;
const FRAMES = 180;
const STEP_PX = 400;
/** While the tree grows the worker may be between two moments. */
const BYTE_SAMPLES = 12;
const IDLE_MS = 4_000;

const browser = await chromium.launch({
  executablePath: await provideBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const pageFolder = await bundlePage(fromRoot('renderer'));
const figures = new BoundedFigures();
try {
  await measureFile();
  await measureStream();
} finally {
  await browser.close();
  await removePage(pageFolder);
}
process.exitCode = figures.exceeded > 0 ? 1 : 0;

async function measureFile(): Promise<void> {
  await withPage(browser, {}, async (page, server) => {
    console.log(`A recording file of ${NODES.toLocaleString('en')} contexts`);
    server.files.set('big.sluice', bigRecording(NODES));
    await longestTaskMs(page);
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      times.push(await openMs(page, 'big.sluice'));
      if (i < 2) await page.getByRole('button', { name: 'Close Recording' }).click();
    }
    figures.tell('open, median of 3', times.sort((a, b) => a - b)[1], BOUNDS.openMs, 'ms');
    console.log(figureLine('columns', await showAllColumns(page), 'beside the names'));
    figures.tell('worker, per context', (await workerBytes(page)) / NODES, BOUNDS.bytesPerNode, 'bytes');
    await measureReading(page);
    figures.tell(
      'worker with all rows open, per context',
      (await workerBytes(page)) / NODES,
      BOUNDS.bytesPerNode,
      'bytes',
    );
    await measureFlameGraph(page);
    figures.tell(
      'worker with both views, per context',
      (await workerBytes(page)) / NODES,
      BOUNDS.bytesPerNode,
      'bytes',
    );
  });
}

async function measureStream(): Promise<void> {
  const options = { program: 'million', bytesPerSecond: BYTES_PER_SECOND } as const;
  await withPage(browser, options, async (page, server) => {
    console.log(`\nThe same while ${BYTES_PER_SECOND / 1e6} MB of events arrive a second`);
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await page.getByRole('textbox', { name: 'Find class or method' }).fill('com.acme.Shop::handle');
    await page.getByRole('button', { name: 'Add pattern' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('treegrid').getByRole('row').nth(2).waitFor();
    console.log(figureLine('columns, with the last minute', await showAllColumns(page), 'beside the names'));
    await page.locator('.trendCell path').first().waitFor({ state: 'attached' });
    await longestTaskMs(page);
    console.log(
      figureLine(
        'events read, nothing pressed',
        await megabytesRead(page, () => page.waitForTimeout(IDLE_MS)),
        'MB/s',
      ),
    );
    console.log(
      figureLine('events read meanwhile', await megabytesRead(page, () => measureReading(page)), 'MB/s'),
    );
    const bytes: number[] = [];
    for (let i = 0; i < BYTE_SAMPLES; i++) bytes.push((await workerBytes(page)) / 1_111_111);
    figures.tell(
      'worker, per context: most of some moments',
      Math.max(...bytes),
      BOUNDS.bytesPerNode,
      'bytes',
    );
    console.log(figureLine('  least', Math.min(...bytes), 'bytes'));
    server.files.set('floor.html', Buffer.from(EMPTY_PAGE));
    const floor = await emptyPageTimes(page, `${server.url}floor.html`, FRAMES);
    console.log(figureLine('floor: an empty page meanwhile', floor.framesPerSecond, 'frames/s'));
    console.log(figureLine('  frame: 95 %', floor.p95Ms, 'ms'));
    console.log(figureLine('  frame: worst', floor.worstMs, 'ms'));
  });
}

async function measureReading(page: Page): Promise<void> {
  const few = await keyTimes(page, ['End', 'Home', 'ArrowRight', 'End', 'Home']);
  console.log(figureLine('key press, few rows: median', few.medianMs, 'ms'));
  const startMs = performance.now();
  const rows = await openAll(page);
  console.log(figureLine(`open all ${rows.toLocaleString('en')} rows`, performance.now() - startMs, 'ms'));
  const keys = await keyTimes(page, KEYS);
  console.log(figureLine('key press, all rows open: median', keys.medianMs, 'ms'));
  figures.tell('  95 %', keys.p95Ms, BOUNDS.keyMs, 'ms');
  console.log(figureLine('  worst', keys.worstMs, 'ms'));
  let scrolling: FrameTimes | undefined;
  const ownMs = await mainThreadMs(page, async () => {
    scrolling = await scrollTimes(page, STEP_PX, FRAMES);
  });
  if (!scrolling) return;
  figures.tell('scrolling', -scrolling.framesPerSecond, -BOUNDS.framesPerSecond, 'frames/s');
  console.log(figureLine('  frame: own time of the main thread', ownMs / FRAMES, 'ms'));
  console.log(figureLine('  frame: 95 %', scrolling.p95Ms, 'ms'));
  console.log(figureLine('  frame: worst', scrolling.worstMs, 'ms'));
  figures.tell('  frames with a part blank', scrolling.blankFrames, 0, '');
  figures.tell(
    'longest task of the main thread',
    await longestTaskMs(page),
    BOUNDS.taskMs,
    'ms (0: none of 50)',
  );
}

async function measureFlameGraph(page: Page): Promise<void> {
  await longestTaskMs(page);
  console.log(figureLine('flame graph: from the tab to its picture', await showFlameGraph(page), 'ms'));
  await measureFlames(page, 'flame graph');
  console.log(figureLine('flame graph, inverted: until its picture', await invertFlameGraph(page), 'ms'));
  await measureFlames(page, 'flame graph, inverted');
}

async function measureFlames(page: Page, name: string): Promise<void> {
  for (const motion of ['zoom', 'scroll'] as const) {
    let times: Awaited<ReturnType<typeof flameTimes>> | undefined;
    const ownMs = await mainThreadMs(page, async () => {
      times = await flameTimes(page, motion, FRAMES);
    });
    if (!times) return;
    figures.tell(`${name}: ${motion}`, -times.framesPerSecond, -BOUNDS.framesPerSecond, 'frames/s');
    console.log(figureLine('  frame: own time of the main thread', ownMs / FRAMES, 'ms'));
    console.log(figureLine('  frame: 95 %', times.p95Ms, 'ms'));
    console.log(figureLine('  frame: worst', times.worstMs, 'ms'));
  }
  const keys = await flameKeyTimes(page, Array<readonly string[]>(4).fill(FLAME_KEYS).flat());
  console.log(figureLine(`${name}: key press, median`, keys.medianMs, 'ms'));
  figures.tell('  95 %', keys.p95Ms, BOUNDS.keyMs, 'ms');
  figures.tell(
    'longest task of the main thread',
    await longestTaskMs(page),
    BOUNDS.taskMs,
    'ms (0: none of 50)',
  );
}

async function withPage(
  on: Browser,
  options: FakeEngineOptions,
  measure: (page: Page, server: FakeServer) => Promise<void>,
): Promise<void> {
  const server = await startFakeServer(pageFolder, options);
  const page = await on.newPage({ viewport: { width: 1400, height: 900 } });
  try {
    await watch(page);
    await page.goto(server.url);
    await measure(page, server);
  } finally {
    await page.close();
    await server.close();
  }
}

/** @returns a second */
async function megabytesRead(page: Page, during: () => Promise<void>): Promise<number> {
  const before = await eventsRead(page);
  const startMs = performance.now();
  await during();
  return (8 * ((await eventsRead(page)) - before)) / 1e3 / (performance.now() - startMs);
}

/** As the strip above the tree has it. */
async function eventsRead(page: Page): Promise<number> {
  const hint = await page.locator('.recordingNumber', { hasText: /^Events[^/]/ }).getAttribute('title');
  return Number(/^[\d\u202f]+/.exec(hint ?? '')?.[0].replaceAll('\u202f', ''));
}
