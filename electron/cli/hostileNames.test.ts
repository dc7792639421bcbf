import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '../../shared/export/exportFormats.ts';
import type { JvmSummary } from '../../shared/ipc/engineApi.ts';
import { LOCKS_SET, LockRows } from '../../shared/jvmEvents/lockRows.ts';
import { nameOfVisible, visibleText } from '../../shared/naming/visibleText.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { TREE_VIEWS } from '../../shared/rows/views.ts';
import { RECORDING_TABLES } from '../../shared/tables/recordingTables.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { formatJvms } from './commands/listCommand.ts';
import { evil, EVIL, RAW, said, textOf } from './testing/hostileNames.ts';

/** Two names that one escaping by the way would make one. */
const twin = (kind: string): string => `${kind}\\u202e${EVIL.slice(1)}`;

let folder = '';
let file = '';
let other = '';
let grouped = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), `sluice-test-\u202e\u009b`));
  file = recording(evil('run.sluice'), evilSnapshot());
  other = recording('other.sluice', { ...evilSnapshot(), roots: [twin('root')] });
  const { threads } = evilSnapshot();
  const inGroups = [evil('group'), twin('group')].map((group) => ({ ...threads[0], group }));
  grouped = recording('grouped.sluice', { ...evilSnapshot(), threads: inGroups, dataSets: [] });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function recording(name: string, snapshot: Snapshot): string {
  const path = join(folder, name);
  writeFileSync(path, encodeSnapshot(snapshot));
  return path;
}

/** A recording of which each name that a program, its user or its JVM chooses is one that harms. */
function evilSnapshot(): Snapshot {
  const locks = new LockRows();
  for (const name of [evil, twin]) locks.add('blocked', name('lock'), name('holder'), name('place'), 5);
  const method = (name: string, descriptor: string): Record<'className' | 'name' | 'descriptor', string> => ({
    ...{ className: `app.${evil('Class')}`, name },
    descriptor,
  });
  const snapshot = exampleSnapshot(
    'a: 0>A 10>B 40<B 50>C 60<C 100<A\nb: 0>A 10>B 40<B 100<A',
    {
      target: {
        pid: 4242,
        mainClass: evil('Main'),
        javaVersion: evil('17'),
        vmName: evil('VM'),
        commandLine: evil('java -Dargs='),
      },
      roots: [evil('root')],
      complete: false,
      losses: [evil('loss')],
      notes: [evil('note')],
      refusals: [evil('refusal')],
      switches: [{ atMs: 5, on: false, pattern: evil('off'), methods: 1 }],
      dataSets: [locks.dataSet()],
    },
    {
      A: method(evil('method'), '()V'),
      B: method(twin('method'), `(Lapp/${evil('Argument')};)V`),
      C: { ...method('=cmd', '()V'), className: `=${evil('Formula')}` },
    },
  );
  return {
    ...snapshot,
    threads: snapshot.threads.map((thread, i) => ({ ...thread, name: [evil, twin][i]('thread') })),
  };
}

const methodOf = (view: string): string[] => (view === 'callees' ? ['--method', 're:.*'] : []);
const VIEWS = [...TREE_VIEWS, ...RECORDING_TABLES.map(({ id }) => id), LOCKS_SET];

it.each(VIEWS)('nothing hidden leaves the view %s, as text, as JSON, compared', async (view) => {
  const flags = ['--view', view, ...methodOf(view)];
  const text = await textOf('report', file, ...flags);
  for (const form of [
    ['--format', 'json'],
    ['--format', 'json', '--flat'],
  ]) {
    if (form.length === 3 && !(TREE_VIEWS as readonly string[]).includes(view)) continue;
    JSON.parse(await textOf('report', file, ...flags, ...form));
  }
  await textOf('diff', file, other, ...flags);
  JSON.parse(await textOf('diff', file, other, ...flags, '--format', 'json'));
  if (view === 'tree' || view === 'hot')
    expect(text).toContain(visibleText(`${evil('Class')}.${twin('method')}`));
  if (view === 'threads')
    for (const name of [evil, twin]) expect(text).toContain(`"${visibleText(name('thread'))}" (`);
  if (view === LOCKS_SET) {
    for (const name of [evil, twin]) expect(text).toContain(visibleText(name('holder')));
    const [head, ...rows] = text.split('\n').slice(1, 4);
    for (const row of rows) expect(row.indexOf('holder')).toBe(head.indexOf('Held or Notified By'));
  }
});

it('the whole report as JSON has all names as they are', async () => {
  const report = JSON.parse(await textOf('report', file, '--format', 'json')) as Record<string, unknown>;
  expect(report).toMatchObject({
    target: evilSnapshot().target,
    roots: [evil('root')],
    losses: [evil('loss')],
    notes: [evil('note')],
    refusals: [evil('refusal')],
    threads: [{ name: evil('thread') }, { name: twin('thread') }],
  });
});

it.each(EXPORT_FORMATS)('nothing hidden leaves as $id, and two names stay two', async ({ id: format }) => {
  const { out } = await said('convert', file, '--format', format);
  const bytes = out[0] === 0x1f ? gunzipSync(out) : out;
  if (format === 'html') return expect(bytes.includes('Main\u202e')).toBe(false);
  for (const raw of ['\u202e', '\u2028', '\u2066', '\u200b', '\u009b[31m', '\u0007\u200b'])
    expect(bytes.includes(raw), JSON.stringify(raw)).toBe(false);
  if (format !== 'pprof') expect(bytes.toString()).not.toMatch(RAW);
  const text =
    format === 'speedscope' || format === 'firefox' ? unescaped(bytes.toString()) : bytes.toString();
  for (const name of [evil, twin]) {
    expect(text).toContain(visibleText(name('thread')));
    expect(text).toContain(visibleText(name('method')));
  }
});

/** Of JSON, the texts as their readers have them. */
function unescaped(json: string): string {
  const texts: string[] = [];
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts.join('\n');
}

it('CSV of a table has each name back', async () => {
  const csv = await textOf('convert', file, '--format', 'csv', '--view', LOCKS_SET);
  const locks = csv
    .split('\r\n')
    .slice(1, 3)
    .map((line) => nameOfVisible(line.split(',')[1]));
  expect(locks.sort()).toEqual([evil('lock'), twin('lock')].sort());
});

it('groups of root calls are told visibly, and chosen by what is told', async () => {
  expect(await textOf('report', grouped, '--group', visibleText(evil('group')))).toContain('Root calls: ');
  expect(await textOf('report', grouped, '--group', evil('group'))).toContain('Root calls: ');
  expect((await said('report', grouped, '--group', evil('no'))).err).not.toMatch(RAW);
});

it('columns of the list of JVMs stand below each other whatever their names hold', () => {
  const jvm = {
    ...{
      pid: 1,
      mainClass: evil('Main'),
      commandLine: evil('args'),
      vmName: evil('VM'),
      javaVersion: evil('17'),
    },
    ...{ user: evil('user'), uptimeMs: 1, attachable: false, whyNot: evil('why'), container: false },
    notices: [{ by: 'look', text: evil('notice') }],
  } as unknown as JvmSummary;
  const text = formatJvms([jvm, { ...jvm, javaVersion: '17', user: 'me' }], true);
  expect(text).not.toMatch(RAW);
  const [head, ...rows] = text.split('\n').filter((line) => /^PID|^1 /.test(line));
  for (const row of rows) expect(row.indexOf('Main')).toBe(head.indexOf('MAIN'));
});

const REFUSED: readonly (readonly string[])[] = [
  ...['classes', 'source', 'preview', 'sample', 'threads', 'heap', 'record', 'region', 'watch', 'doctor'].map(
    (command) => [command, evil('none')],
  ),
  ['methods', evil('none'), 'a.B'],
  ['report', evil('/none/')],
  ['view', evil('/none/')],
  ['convert', evil('/none/'), '--format', 'csv'],
  ['convert', evil('/none/'), '--output', evil('none')],
  ['diff', evil('/none/'), evil('/none/')],
  ['report', evil('/none/'), '--view', evil('view')],
  [evil('command')],
  ['report', evil('--flag')],
  ['record', '1', '--root', evil('a.B::c')],
  ['completion', evil('shell')],
];

it.each(REFUSED.map((args) => ({ args, told: args.map(visibleText).join(' ') })))(
  'what is said of $told begins no line and hides nothing',
  async ({ args }) => {
    const { out, err } = await said(...args);
    expect(out.toString()).not.toMatch(RAW);
    expect(err).not.toMatch(RAW);
    expect(err).toMatch(/^sluice: /);
    expect(err.trimEnd()).toMatch(/^(?:(?:sluice: | {8}).*\n?)*$/);
  },
);

it('a class name of 30,000 characters makes no view of 100 kB, and is whole in JSON', async () => {
  const className = `app.${'Long'.repeat(7_500)}`;
  const method = { className, name: 'm', descriptor: '()V' };
  const long = recording(
    'long.sluice',
    exampleSnapshot('main: 0>A 10>B 40<B 100<A', {}, { A: method, B: { ...method, name: 'n' } }),
  );
  for (const view of TREE_VIEWS) {
    expect((await textOf('report', long, '--view', view, ...methodOf(view))).length).toBeLessThan(10_000);
    expect((await textOf('diff', long, long, '--view', view, ...methodOf(view))).length).toBeLessThan(10_000);
  }
  expect(await textOf('report', long, '--format', 'json')).toContain(className);
  expect(await textOf('convert', long, '--format', 'csv')).toContain(className);
});
