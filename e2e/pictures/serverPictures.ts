import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type Locator, type Page } from 'playwright';
import { provideBrowser } from '../../build/browser.mjs';
import { command, Problem, say } from '../../build/command.mjs';
import { ensure } from '../../shared/base/assert.ts';
import { buildApplication, startApplication, type Application } from '../applications/application.ts';
import { APPLICATIONS } from '../applications/applications.ts';
import { Load } from '../applications/load.ts';
import { startApp } from '../fixtures/app.ts';
import { runCli } from '../fixtures/cli.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { photograph, photographViews } from './photograph.ts';
import { photographTerminal } from './terminal.ts';

/**
 * docs/views: every view on a Spring Boot server under load (e2e/applications/lending), as a person meets them. Its catalogue page
 * fetches authors, subjects and copies of twenty books one by one; the second server gets them in batches.
 */
const SOURCE = ensure(
  APPLICATIONS.find(({ name }) => name === 'lending'),
  'the application lending',
);
/** Views fetch too: what they need is below the dispatcher, and not below the controller. */
const DISPATCHER = 'org.springframework.web.servlet.DispatcherServlet::doDispatch';
const BATCHES = '-Dspring.jpa.properties.hibernate.default_batch_fetch_size=20';
const WARM_MS = 15_000;
const RECORDED_MS = 15_000;
const CLIENTS = 2;
const VIEW = { width: 1280, height: 720 };

const jdk = ensure(JDKS.at(-1), 'a JDK');
const folder = mkdtempSync(join(tmpdir(), 'sluice-pictures-'));
const classPath = buildApplication(jdk, SOURCE, join(folder, 'classes'));

const PARTS: Readonly<Record<string, (browser: Browser) => Promise<void>>> = {
  server: (browser) =>
    underLoad([], (server) => photographServer(browser.newPage({ viewport: VIEW }), server)),
  comparison: async (browser) => {
    const [batched, single] = [await recorded('batched', [BATCHES]), await recorded('single', [])];
    await photographGate(await browser.newPage(), batched, single);
    await photographComparison(await browser.newPage({ viewport: VIEW }), batched, single);
  },
};

await command(async (names: string[]) => {
  const wrong = names.find((name) => !Object.hasOwn(PARTS, name));
  if (wrong !== undefined)
    throw new Problem(`There are no pictures of ${wrong}, but of ${Object.keys(PARTS).join(' and ')}.`);
  const browser = await chromium.launch({ executablePath: await provideBrowser(), args: ['--no-sandbox'] });
  try {
    for (const [name, make] of Object.entries(PARTS))
      if (names.length === 0 || names.includes(name)) await make(browser);
    say('docs/views is made.');
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The server with some options of its JVM, warm, while clients ask. */
async function underLoad<T>(
  jvmArgs: readonly string[],
  use: (server: Application) => Promise<T>,
): Promise<T> {
  const server = await startApplication(jdk, SOURCE, classPath, { jvmArgs });
  try {
    const load = Array.from({ length: CLIENTS }, (_, i) => new Load(server.address, SOURCE.turn, i + 1));
    await delay(WARM_MS);
    const result = await use(server);
    await Promise.all(load.map((client) => client.stop()));
    return result;
  } finally {
    await server.stop();
  }
}

/** From the start screen to the exact tree of the controller, and what is there without one. */
async function photographServer(opened: Promise<Page>, server: Application): Promise<void> {
  const app = await startApp();
  try {
    const page = await opened;
    await page.goto(app.url);
    await page.getByRole('textbox', { name: 'Filter JVMs' }).fill('Lending');
    await photograph(page, 'start');
    await photographWithoutAgent(page, page.getByRole('row', { name: String(server.pid) }));
    await photographRecording(page);
    await photographHeap(page);
  } finally {
    await app.stop();
  }
}

async function photographWithoutAgent(page: Page, row: Locator): Promise<void> {
  await row.click();
  await page.getByRole('button', { name: 'Threads and Locks', exact: true }).click();
  await photographViews(page, 'now', ['Threads', 'Stacks']);
  await page.getByRole('button', { name: 'Close Recording', exact: true }).click();
  await row.click();
  await page.getByRole('button', { name: 'Monitor', exact: true }).click();
  await delay(RECORDED_MS);
  await photograph(page, 'monitor');
  await page.getByRole('button', { name: 'What Is Running Now' }).first().click();
  await page.getByRole('grid', { name: 'Hot Spots' }).getByRole('row').nth(3).waitFor({ timeout: 60_000 });
  await delay(RECORDED_MS);
  await photographViews(page, 'running', ['Hot Spots', 'Flame Graph', 'Timeline', 'Events']);
  await page.getByRole('tab', { name: 'Flame Graph', exact: true }).click();
  await page.keyboard.press('y');
  await photograph(page, 'running-my-code');
}

/** Of the controller: own code and its borders. */
async function photographRecording(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Hot Spots', exact: true }).click();
  await page
    .getByRole('grid', { name: 'Hot Spots' })
    .getByRole('row', { name: /CatalogController\.books/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Use as Root', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'My Code and Its Borders' }).click();
  const tree = page.getByRole('treegrid', { name: 'Call Tree' });
  await tree.getByRole('row', { name: /CatalogController\.books/ }).waitFor({ timeout: 120_000 });
  await delay(RECORDED_MS);
  const views = ['Call Tree', 'Hot Spots', 'Back Traces', 'Flame Graph', 'Threads', 'Packages', 'Root Calls'];
  await photographViews(page, 'recording', views, async (tab) => {
    if (!/Tree|Traces/.test(tab)) return;
    await page.getByRole('treegrid', { name: tab }).press('Home');
    await page.getByRole('treegrid', { name: tab }).press('*');
  });
  await page.getByRole('tab', { name: 'Call Tree', exact: true }).click();
  await tree.getByRole('row', { name: /\.Catalog\.find/ }).click();
  await tree.press('j');
  await page.getByRole('region', { name: 'Source', exact: true }).getByText('findBy').first().waitFor();
  await page.locator('.sourcePanelPlace').evaluate((place) => (place.style.visibility = 'hidden')); // names a folder
  await photograph(page, 'source');
  await tree.press('j');
}

async function photographHeap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Heap', exact: true }).click();
  await page.getByRole('button', { name: 'Count Again', exact: true }).click();
  await photograph(page, 'heap');
}

/** A file of all requests that are answered in that time, own code and borders. */
async function recorded(name: string, jvmArgs: readonly string[]): Promise<string> {
  const file = join(folder, `${name}.sluice`);
  const options = [
    '--root',
    DISPATCHER,
    '--only',
    'borders',
    '--duration',
    `${RECORDED_MS}ms`,
    '--output',
    file,
  ];
  const { code, stderr } = await underLoad(jvmArgs, ({ pid }) => runCli(['record', String(pid), ...options]));
  if (code !== 0) throw new Error(`record ended with ${code}: ${stderr}`);
  return file;
}

/** `sluice diff` as a build runs it. */
async function photographGate(page: Page, before: string, after: string): Promise<void> {
  const view = ['--per', 'root-call', '--view', 'hot', '--by', 'classes', '--top', '8'];
  const gate = 'calls:org.h2.**>0';
  const { code, stdout, stderr } = await runCli(['diff', before, after, ...view, '--fail-on', gate]);
  const said = `${stdout}\n${stderr}`.trimEnd().replaceAll(`${folder}/`, '').split('\n');
  const typed = ['sluice diff batched.sluice single.sluice', ...view, `--fail-on '${gate}'`].join(' ');
  await photographTerminal(page, 'gate', typed, [...said, `exit code ${code}`]);
}

async function photographComparison(page: Page, before: string, after: string): Promise<void> {
  const app = await startApp();
  try {
    await page.goto(app.url);
    await openRecording(page, before);
    await page.getByRole('button', { name: 'Close Recording' }).click();
    await openRecording(page, after);
    await photographViews(page, 'opened', ['Findings']);
    await page.keyboard.press('Control+d');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('treegrid', { name: 'Compared Call Tree' }).press('*');
    await page.getByRole('group', { name: 'Numbers' }).getByText('per root call', { exact: true }).click();
    await photograph(page, 'compared-call-tree');
    await page.getByRole('tab', { name: 'Hot Spots', exact: true }).click();
    await page.getByRole('group', { name: 'Rows are' }).getByText('Classes').click();
    await photograph(page, 'compared-classes');
    await photographViews(page, 'compared', ['Flame Graph']);
  } finally {
    await app.stop();
  }
}

async function openRecording(page: Page, file: string): Promise<void> {
  const open = page.getByRole('button', { name: 'Open File…' });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open.click()]);
  await chooser.setFiles(file);
  await page.getByRole('treegrid', { name: 'Call Tree' }).waitFor();
}
