import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { decodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { EXPECTED_TREES } from './expectedTrees.ts';
import { runCli, type Report } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { recordLaunched } from './fixtures/recordTarget.ts';
import { expectAccessible } from './window/axe.ts';

/**
 * A recording of a real JVM leaves Sluice in every format, and what other programs make of it is what the report says:
 * speedscope itself opens what it can read, the HTML page runs in the browser, and the rest is added up from the file.
 * (Random recordings, and the readers of pprof and Firefox: shared/export/exportTotals.test.ts.)
 */
const SPEEDSCOPE = pathToFileURL(
  fileURLToPath(new URL('../node_modules/speedscope/dist/release/index.html', import.meta.url)),
).href;

let folder: string;
let recording: string;
let again: string;
let report: Report;
/** Java's form of a method, as exports write it -> what the report says of it. */
let methods: Map<string, { calls: number; selfNs: number; totalNs: number }>;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-exports-'));
  recording = join(folder, 'run.sluice');
  again = join(folder, 'again.sluice');
  const jdk = JDKS.at(-1)!;
  const expected = EXPECTED_TREES.find(({ target }) => target === 'Getters')!;
  report = await recordLaunched(jdk, expected, recording);
  await recordLaunched(jdk, expected, again);
  methods = new Map(
    report.methods.map(({ class: className, method, calls, selfNs, totalNs }) => [
      `${className}.${method}`,
      { calls, selfNs, totalNs },
    ]),
  );
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function converted(name: string, ...options: string[]): Promise<string> {
  const file = join(folder, name);
  const { code, stderr } = await runCli(['convert', recording, '-o', file, ...options]);
  expect(code, stderr).toBe(0);
  return file;
}

/** As `Getters.sum()` or `Getters.<init>(int)` stands in an export. */
const withoutParameters = (frame: string): string => frame.slice(0, frame.indexOf('('));

for (const [name, options] of [
  ['run.speedscope.json', []],
  ['run.pb.gz', []],
  ['run.collapsed', []],
] as const) {
  test(`speedscope reads ${name}: times as in the report`, async ({ page }) => {
    const rows = await speedscopeRows(page, await converted(name, ...options));
    const timed = [...methods].filter(([, { selfNs }]) => selfNs > 0).map(([method]) => method);
    expect([...rows.keys()].filter((row) => methods.has(row))).toEqual(expect.arrayContaining(timed));
    for (const method of timed) {
      const { self, total } = rows.get(method)!;
      const { selfNs, totalNs } = methods.get(method)!;
      expect(Math.abs(nanoseconds(self) - selfNs), `self time of ${method}`).toBeLessThanOrEqual(
        stepOf(self),
      );
      expect(Math.abs(nanoseconds(total) - totalNs), `total time of ${method}`).toBeLessThanOrEqual(
        stepOf(total),
      );
    }
  });
}

test('speedscope reads exact calls, from the second profile and from collapsed stacks', async ({ page }) => {
  const exact = Object.fromEntries([...methods].map(([method, { calls }]) => [method, calls]));
  const callsIn = (rows: ReadonlyMap<string, { self: string }>): Record<string, number> =>
    Object.fromEntries(
      [...rows].filter(([row]) => methods.has(row)).map(([row, { self }]) => [row, number(self)]),
    );
  const file = await converted('run.speedscope.json');
  expect(callsIn(await speedscopeRows(page, file, 1))).toEqual(exact);
  const stacks = await converted('calls.collapsed', '--values', 'calls');
  expect(callsIn(await speedscopeRows(page, stacks))).toEqual(exact);
});

test('Firefox profile and CSV add up to the report', async () => {
  const firefox = JSON.parse(gunzipSync(readFileSync(await converted('run.firefox.json.gz'))).toString()) as {
    threads: { samples: { weight: number[]; weightType: string } }[];
  };
  const weights = (weightType: string): number =>
    firefox.threads
      .filter(({ samples }) => samples.weightType === weightType)
      .reduce((sum, { samples }) => sum + samples.weight.reduce((a, b) => a + b, 0), 0);
  const [calls, selfNs] = ['calls' as const, 'selfNs' as const].map((column) =>
    [...methods.values()].reduce((sum, method) => sum + method[column], 0),
  );
  expect([weights('samples'), Math.round(weights('tracing-ms') * 1e6)]).toEqual([calls, selfNs]);

  const [heads, ...lines] = readFileSync(await converted('run.csv'), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(heads.endsWith('descriptor,calls,timed,clock,self_ns,total_ns,error_ns,uncertain')).toBe(true);
  const numbers = lines.map((line) => line.split(',').slice(-7));
  expect(numbers.reduce((sum, [count]) => sum + Number(count), 0)).toBe(calls);
  expect(numbers.reduce((sum, [, , , self]) => sum + Number(self), 0)).toBe(selfNs);
});

test('the HTML page shows the numbers of the report, by keyboard alone, and reaches for nothing', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|blob:null\/)/.test(request.url()))
      // the worker is a Blob of the page itself
      complaints.push(request.url());
  });
  await page.goto(pathToFileURL(await converted('run.html')).href);
  expect(complaints).toEqual([]);

  const tree = page.getByRole('treegrid', { name: 'Call Tree' });
  await expect(page.getByRole('row', { name: /Getters\.root\(\)/ })).toBeVisible();
  const buttons = await page.getByRole('button').allInnerTexts();
  expect(buttons).toContain('Save Recording…');
  expect(buttons.join('\n')).not.toMatch(/Start|Stop|Attach|Detach|Launch|JVM|Close/);
  await page.keyboard.press('Tab');
  for (let tabs = 0; tabs < 20 && !(await tree.evaluate((one) => one === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('*');
  await expect(tree.getByRole('row', { name: /Getters\.sum/ })).toBeVisible();
  await expectAccessible(page, 'the page’s call tree');
  expect(await callsShown(tree)).toEqual(
    Object.fromEntries([...methods].map(([method, numbers]) => [method, numbers.calls])),
  );

  await page.keyboard.press('2');
  const hot = page
    .getByRole('grid', { name: 'Hot Spots' })
    .or(page.getByRole('treegrid', { name: 'Hot Spots' }));
  await expect(hot.getByRole('row', { name: /Getters\.sum/ })).toBeVisible();
  await expectAccessible(page, 'its hot spots');
  await page.getByRole('tab', { name: 'Flame Graph' }).click();
  await page.evaluate(() => window.whenIdle?.());
  await expectAccessible(page, 'its flame graph');
  expect(complaints).toEqual([]);
  await expect(page.evaluate(() => fetch('data:text/plain,x'))).rejects.toThrow(/fetch/);
});

test('the HTML page gives the recording back as it was, and other formats of it', async ({ page }) => {
  await page.goto(pathToFileURL(await converted('back.html')).href);
  await expect(page.getByRole('treegrid')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  const file = await saved;
  expect(file.suggestedFilename()).toBe('back.sluice');
  expect(decodeSnapshot(readFileSync(await file.path()))).toEqual(decodeSnapshot(readFileSync(recording)));

  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'CSV Table' }).click();
  expect(readFileSync(await (await exported).path())).toEqual(readFileSync(await converted('back.csv')));
});

test('an HTML page of a small recording is below 400,000 bytes', async () => {
  expect(readFileSync(await converted('small.html')).length).toBeLessThan(400_000);
});

test('an HTML page that was cut says so', async ({ page }) => {
  const file = await converted('cut.html');
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.slice(0, whole.length / 2));
  await page.goto(pathToFileURL(file).href);
  await expect(
    page.getByText('This page was cut or changed, and shows nothing: get the file again'),
  ).toBeVisible();
  writeFileSync(file, whole.slice(0, whole.lastIndexOf('</script>') - 400));
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByText('The recording in this page is damaged.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing is open' })).toBeVisible();
});

test('two runs of one program have the same calls; a gate tells one that does more', async () => {
  const same = await runCli(['diff', recording, again, '--fail-on', 'calls:**>0', '--fail-on', 'calls:**<0']);
  expect(same.code).toBe(0);
  // Their lengths may differ: that is told, and of one root call each the numbers stay as recorded.
  expect(same.stderr).toMatch(
    /^(warning: A ran for .* numbers are as recorded\.\n)?passed: calls:\*\*>0, calls:\*\*<0\n$/,
  );
  const { code, stdout, stderr } = await runCli([
    ...['diff', recording, again, '--format', 'json', '--fail-on', 'calls:Getters::sum<-1%'],
    ...['--fail-on', 'calls:Getters::sum>-1'],
  ]);
  expect([code, stderr]).toEqual([
    5,
    expect.stringMatching(/^FAILED calls:Getters::sum>-1: Getters\.sum\(\): Invocations 200,000 -> 200,000/m),
  ]);
  const { methods: compared } = JSON.parse(stdout) as {
    methods: { class: string; method: string; callsA: number; callsB: number; selfNsA: number }[];
  };
  for (const { class: className, method, callsA, callsB } of compared) {
    expect([callsA, callsB]).toEqual(Array(2).fill(methods.get(`${className}.${method}`)!.calls));
  }
});

/** What speedscope's own table says of each frame, in its words. @param profile which of the file's profiles */
async function speedscopeRows(
  page: Page,
  file: string,
  profile = 0,
): Promise<Map<string, { self: string; total: string }>> {
  await page.goto('about:blank');
  await page.goto(SPEEDSCOPE);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('Sandwich').click();
  await expect(page.getByText('Symbol Name')).toBeVisible();
  for (let i = 0; i < profile; i++) {
    await page.keyboard.press('n');
    await expect(page.getByText(`(${i + 2}/`)).toBeVisible();
  }
  const text = await page.locator('body').innerText();
  const cells = text
    .slice(text.indexOf('Symbol Name') + 'Symbol Name'.length)
    .split(/[\t\n]+/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  const rows = new Map<string, { self: string; total: string }>();
  for (let i = 0; i + 2 < cells.length; i += 3) {
    const [total, self] = [cells[i], cells[i + 1]].map((cell) => cell.replace(/ \(.*/, ''));
    const name = cells[i + 2];
    rows.set(name.includes('(') ? withoutParameters(name) : name, { self, total });
  }
  return rows;
}

function number(text: string): number {
  return Number(text.replaceAll(',', ''));
}

const NS_OF_UNIT: Readonly<Record<string, number>> = { s: 1e9, ms: 1e6, µs: 1e3, ns: 1, '': 1 };

/** 1.50ms is 1,500,000. */
function nanoseconds(shown: string): number {
  const [, digits, unit] = /^([\d.,]+)\s*(\D*)$/.exec(shown) ?? [];
  return number(digits) * NS_OF_UNIT[unit];
}

/** What its last digit stands for, in ns: two decimals, and a nanosecond where sums were rounded one by one. */
function stepOf(shown: string): number {
  return 0.01 * NS_OF_UNIT[/\D*$/.exec(shown)![0].trim()] + 10;
}

/** What a table shows: Java's name of the method without parameters -> Invocations. */
async function callsShown(table: Locator): Promise<Record<string, number>> {
  const rows = await table
    .getByRole('row')
    .filter({ hasText: '(' })
    .evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent)),
    );
  return Object.fromEntries(
    rows.map((cells) => [
      withoutParameters(cells[0]).replace(/^new (\w+)$/, '$1.<init>'),
      Number(cells.at(-1)!.replace(/\D/g, '')),
    ]),
  );
}
