import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { startApp } from '../fixtures/app.ts';
import { runCli, startRecording } from '../fixtures/cli.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { startTarget, type Target } from '../fixtures/targets.ts';

/** Names of a real program that are made to do harm are text, and visible text, wherever they are shown or written. */
const CLASSES = 10;
/** Line ends aside: what steers a terminal, hides or turns text, and halves of characters. */
const INVISIBLE =
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/u;

let folder: string;
let program: Target;
let file: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-hostile-'));
  file = join(folder, 'hostile.sluice');
  program = await startTarget(JDKS.at(-1)!, 'HostileNames');
  const recording = await startRecording(program.pid, 'HostileNames::root', file);
  await program.send('run');
  const { code, stderr } = await recording.stop();
  expect(code, stderr).toBe(0);
  expect(stderr).not.toMatch(INVISIBLE);
});
test.afterAll(async () => {
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  test(`are all recorded, ${jdk.name}`, async () => {
    const target = await startTarget(jdk, 'HostileNames');
    try {
      const other = join(folder, `${jdk.feature}.sluice`);
      const recording = await startRecording(target.pid, 'HostileNames::root', other);
      await target.send('run');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      const { stdout } = await runCli(['report', other, '--format', 'json']);
      const report = JSON.parse(stdout) as { complete: boolean; methods: { class: string; calls: number }[] };
      expect(report.complete).toBe(true);
      const victims = report.methods.filter(({ class: name }) => name !== 'HostileNames');
      expect(new Set(victims.map(({ class: name }) => name)).size).toBe(CLASSES);
      expect(victims.map(({ calls }) => calls)).toEqual(victims.map(() => 1));
    } finally {
      await target.stop();
    }
  });
}

for (const args of [
  ['report'],
  ['report', '--view', 'tree'],
  ['report', '--view', 'hot', '--names', 'long'],
  ['report', '--view', 'threads'],
  ['report', '--format', 'json'],
  ['diff', '--format', 'json'],
  ['diff'],
]) {
  test(`say nothing to the terminal: ${args.join(' ')}`, async () => {
    const [command, ...options] = args;
    const files = command === 'diff' ? [file, file] : [file];
    const { code, stdout, stderr } = await runCli([command, ...files, ...options]);
    expect(code, stderr).toBe(0);
    expect(stdout.length).toBeGreaterThan(100);
    expect(stdout + stderr).not.toMatch(INVISIBLE);
  });
}

test('say nothing to the terminal: classes and methods of the running program', async () => {
  for (const args of [
    ['classes', String(program.pid), 'half'],
    ['methods', String(program.pid), '*'],
    ['preview', String(program.pid), '--root', 'HostileNames::root'],
  ]) {
    const { stdout, stderr } = await runCli(args);
    expect(stdout + stderr).not.toMatch(INVISIBLE);
  }
});

test('are no formulas in a table', async () => {
  const table = join(folder, 'a.csv');
  const { code, stderr } = await runCli(['convert', file, '-o', table]);
  expect(code, stderr).toBe(0);
  const text = readFileSync(table, 'utf8');
  expect(text).toContain(`'=1+cmd|' !A1`);
  const cells = text.split('\r\n').flatMap((line) => line.match(/"(?:[^"]|"")*"|[^",]+/g) ?? []);
  expect(cells.filter((cell) => /^"?[=+@]|^"?-\D/.test(cell))).toEqual([]);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\t\u0000-\u001f\u007f-\u009f]/);
});

test('leave every other format whole', async () => {
  for (const name of ['a.speedscope.json', 'a.collapsed', 'a.pb.gz', 'a.firefox.json.gz']) {
    const written = join(folder, name);
    const { code, stderr } = await runCli(['convert', file, '-o', written]);
    expect(code, `${name}: ${stderr}`).toBe(0);
    if (name === 'a.speedscope.json') JSON.parse(readFileSync(written, 'utf8'));
    if (name === 'a.collapsed') {
      const lines = readFileSync(written, 'utf8').trimEnd().split('\n');
      expect(lines.filter((line) => !/^[^\u0000-\u001f]+ \d+$/.test(line))).toEqual([]);
    }
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`are text in the HTML page, ${colorScheme}`, async ({ page }) => {
    const written = join(folder, 'a.html');
    const { code, stderr } = await runCli(['convert', file, '-o', written]);
    expect(code, stderr).toBe(0);
    await page.emulateMedia({ colorScheme });
    await expectTextOnlyIn(page, written);
  });
}

test('are text in the window, live and in every view', async ({ page }) => {
  const app = await startApp();
  const target = await startTarget(JDKS[0], 'HostileNames');
  try {
    const harm = await watchForHarm(page);
    const answer = await page.goto(app.url);
    expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    await page.getByRole('row', { name: String(target.pid) }).click();
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    const search = page.getByRole('textbox', { name: 'Find class or method' });
    for (const part of ['img', 'esrever', 'long', 'red', 'HostileNames::root']) {
      await search.fill(part);
      await expect(page.getByRole('listbox').or(page.getByRole('grid')).first()).toBeVisible();
      await expectTextOnly(page);
    }
    await page.getByRole('listbox', { name: 'Methods' }).getByRole('option', { name: /root/ }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    await expect(stop).toBeEnabled();
    await target.send('run');
    const root = page.getByRole('treegrid', { name: 'Call Tree' }).getByRole('row', { name: /root/ });
    await expect(root.getByRole('gridcell').last()).toHaveText('10');
    await stop.click();
    await expect(page.getByRole('status').first()).toContainText('every count is exact');
    await root.getByRole('gridcell').last().click();
    await page.keyboard.press('*');
    await expectTextOnly(page);
    const threads = page.getByRole('combobox', { name: /Thread/ });
    expect(await threads.locator('option').count()).toBeGreaterThan(CLASSES);
    for (const view of await page.getByRole('tab').all()) {
      await view.click();
      await expectTextOnly(page);
    }
    expect(await harm()).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'HTML Page' }).click();
    const exported = join(folder, 'window.html');
    await (await download).saveAs(exported);
    await expectTextOnlyIn(await page.context().newPage(), exported);
  } finally {
    await target.stop();
    await app.stop();
  }
});

/** Of an exported page, opened as a file: in every view names are text only. */
async function expectTextOnlyIn(page: Page, file: string): Promise<void> {
  const harm = await watchForHarm(page);
  await page.goto(pathToFileURL(file).href);
  const root = page.getByRole('treegrid', { name: 'Call Tree' }).getByRole('row', { name: /root/ });
  await root.getByRole('gridcell').last().click();
  await page.keyboard.press('*');
  for (const view of await page.getByRole('tab').all()) {
    await view.click();
    await page.evaluate(() => window.whenIdle?.());
    await expectTextOnly(page);
  }
  expect(await page.locator('body').innerText()).not.toContain('could not be read');
  expect(await harm()).toEqual([]);
}

/** Must be called before the page is loaded. @returns what names have done to the page */
async function watchForHarm(page: Page): Promise<() => Promise<string[]>> {
  const harm: string[] = [];
  page.on('pageerror', (error) => harm.push(error.message));
  page.on('dialog', (dialog) => {
    harm.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(window, { harm: found });
    document.addEventListener('securitypolicyviolation', (event) => found.push(event.violatedDirective));
  });
  return async () => [
    ...harm,
    ...(await page.evaluate(() => {
      const { harm: violations, owned } = window as unknown as { harm: string[]; owned?: unknown };
      return owned === undefined ? violations : [...violations, 'a script of a name ran'];
    })),
  ];
}

/** No element, attribute or address is made of a name, and every text can be read as it is. */
async function expectTextOnly(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    strange:
      document.querySelectorAll('owned, img[src="x"], [onerror], [onclick], [onload]').length +
      [...document.scripts].filter(({ type, text }) => type === '' && text.includes('owned=1')).length,
    text: [...document.querySelectorAll('body *:not(script, style)')]
      .flatMap(({ childNodes }) => [...childNodes])
      .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''))
      .join('\n'),
    titles: [...document.querySelectorAll('[title], [aria-label]')]
      .map((element) => `${element.getAttribute('title') ?? ''} ${element.getAttribute('aria-label') ?? ''}`)
      .concat(document.title)
      .join('\n'),
  }));
  expect(found.strange).toBe(0);
  for (const text of [found.text, found.titles]) {
    const at = INVISIBLE.exec(text)?.index;
    expect(at === undefined ? '' : JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))).toBe('');
  }
}
