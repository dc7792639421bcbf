// npm run screenshot: docs/screenshot.png and docs/views/*.png, the demo program in the page as it is now.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { provideBrowser } from './browser.mjs';
import { Problem, command, say } from './command.mjs';
import { setUp } from './setup.mjs';
import { fromRoot } from './tree.mjs';

/** Long enough for a tree with some thousands of calls. */
const RECORDED_MS = 5000;
const OPENED_ROWS = 16;
/** Within it a view that is new in front has got its first picture. */
const VIEW_MS = 1500;

await command(async () => {
  await setUp();
  const executablePath = await provideBrowser();
  if (!executablePath)
    throw new Problem('No Chromium was found: install one, or set SLUICE_CHROMIUM to its path.');
  const server = spawn(process.execPath, [fromRoot('dist/engine/serverMain.js'), '--demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 640 }, deviceScaleFactor: 2 });
    await page.goto(await addressOf(server));
    await page.getByRole('button', { name: 'Dismiss hints' }).click();
    const rows = page.getByRole('treegrid', { name: 'Call Tree' }).getByRole('row');
    await rows.nth(1).click();
    await page.waitForTimeout(RECORDED_MS);
    for (let i = 0; i < OPENED_ROWS; i++) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Home');
    await page.screenshot({ path: fromRoot('docs/screenshot.png') });
    const before = await savedRecording(page);
    await photographViews(page);
    await photographSource(page);
    await compareWith(page, before);
    await photographViews(page, 'compared-');
    await timeRegion(page);
    await photographViews(page, '', ['Region']);
    await photographHeap(page);
    await detach(page);
    await photographStart(page);
    await photographRunning(page);
    say('docs/screenshot.png and docs/views are made.');
  } finally {
    await browser.close();
    server.kill('SIGTERM');
  }
});

/** Path of a file of what is recorded until now. */
async function savedRecording(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
  const path = fromRoot('.cache', download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** What is recorded is after, the file before. */
async function compareWith(page, before) {
  await page.keyboard.press('Control+d');
  const choose = page.getByRole('button', { name: 'Choose file…' }).first();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()]);
  await chooser.setFiles(before);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const tree = page.getByRole('treegrid', { name: 'Compared Call Tree' });
  await tree.press('Home');
  await tree.press('*');
}

/** In place of the recording, its root alone is timed. */
async function timeRegion(page) {
  await page.getByRole('button', { name: 'Close Comparison' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('tab', { name: 'Region', exact: true }).click();
  await page.getByRole('button', { name: 'Time it', exact: true }).click();
  await page.waitForTimeout(RECORDED_MS);
}

/** To the start screen, with nothing but the demo program in its list; not selected, as its arguments name this folder. */
async function detach(page) {
  await page.getByRole('button', { name: 'Detach', exact: true }).click();
  await page.getByRole('textbox', { name: 'Filter JVMs' }).fill('Demo');
}

async function photographStart(page) {
  await photograph(page, 'start');
}

/** Beside the call tree; where the file lies is told to nobody. */
async function photographSource(page) {
  await page.getByRole('tab', { name: 'Call Tree', exact: true }).click();
  await page.getByRole('treegrid', { name: 'Call Tree' }).press('j');
  await page.locator('.sourcePanelPlace').evaluate((element) => (element.style.visibility = 'hidden'));
  await photograph(page, 'source');
  await page.getByRole('treegrid', { name: 'Call Tree' }).press('j');
}

/** What the demo program has in its heap: counted, then as a dump. */
async function photographHeap(page) {
  await page.getByRole('button', { name: 'Heap', exact: true }).click();
  await page.getByRole('button', { name: 'Count Again', exact: true }).click();
  await photograph(page, 'heap');
  await page.getByRole('button', { name: 'Take a Heap Dump…' }).click();
  await page.getByRole('button', { name: 'Take the Dump' }).click();
  await page.getByRole('tab', { name: 'Dominators' }).waitFor();
  await photographViews(page, 'dump-', ['Classes', 'Dominators', 'Loaders']);
  await page.getByRole('button', { name: 'Close Heap Dump' }).click();
  await page.getByRole('button', { name: 'Show Session' }).click();
}

async function photographRunning(page) {
  await page.getByRole('row', { name: / Demo / }).click();
  await page.getByRole('button', { name: 'What Is Running Now' }).first().click();
  await page.waitForTimeout(RECORDED_MS);
  await photographViews(page, 'running-', ['Hot Spots', 'Timeline', 'Events']);
}

/** As it is, in both themes. */
async function photograph(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(VIEW_MS);
    await page.screenshot({ path: fromRoot('docs', 'views', `${name}-${colorScheme}.png`), scale: 'css' });
  }
}

/** These views, or each, in both themes, docs/views/hot-spots-dark.png. */
async function photographViews(page, prefix = '', chosen = null) {
  mkdirSync(fromRoot('docs', 'views'), { recursive: true });
  const tabs = chosen ?? (await page.getByRole('tab').allInnerTexts());
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const tab of tabs) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.waitForTimeout(VIEW_MS);
      const name = `${prefix}${tab.toLowerCase().replaceAll(' ', '-')}-${colorScheme}.png`;
      await page.screenshot({ path: fromRoot('docs', 'views', name), scale: 'css' });
    }
  }
}

async function addressOf(server) {
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /^Sluice is at (\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Problem('The engine ended before it listened.');
}
