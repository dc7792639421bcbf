import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { BYTECODES, BYTECODES_ERROR } from '../shared/events/amounts.ts';
import { ELEMENTS, OBJECTS } from '../shared/cct/madeColumns.ts';
import { mergeTrees } from '../shared/cct/mergeTrees.ts';
import { decodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { pictureFrom, pictureOf, type CallNode } from './fixtures/callTreePicture.ts';
import { runCli } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { recordAttached, recordLaunched } from './fixtures/recordTarget.ts';
import { targetCommand } from './fixtures/targets.ts';

/** Class.method, × its calls, and the bytecodes of all of them, added up by hand from `javap -c`. */
const EXECUTED = `
Executed.root×1 39
  Executed.caught×2 12
  Executed.deep×1 9
    Executed.deep×1 9
      Executed.deep×1 9
        Executed.deep×1 5
  Executed.locked×1 4
    Executed.kept×1 12
  Executed.loop×2 2700000108
  Executed.made×2 13
    Executed$Derived.<init>×2 12
      Executed$Base.<init>×2 13
  Executed.passes×1 4
    Executed.fails×1 3
  Executed.pick×2 8
  Executed.twice×1 6
    Executed.lambda$root×2 8
  Executed$Late.<clinit>×1 7
  Executed$Late.get×1 2
  Executed$Pair.<init>×1 6
  Executed$Pair.sum×1 6
    Executed$Pair.first×2 6
`;

/** What whole blocks come to where it is not the same, and how much of that is in doubt: an exception was within a block. */
const FAST: Readonly<Record<string, readonly [bytecodes: number, error: number]>> = {
  'Executed.caught×2': [15, 5],
  'Executed.fails×1': [6, 3],
  'Executed.kept×1': [12, 4],
  'Executed.locked×1': [6, 2],
  'Executed.made×2': [15, 5],
  'Executed.passes×1': [6, 2],
  'Executed$Base.<init>×2': [13, 2],
};

const PROGRAM = { target: 'Executed', root: 'Executed::root', tree: EXECUTED };
const OPTIONS = ['--metrics', 'calls,bytecodes', '--clock', 'none'];

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-bytecodes-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The picture of the recording: calls and bytecodes of each context. */
function executedIn(file: string, column = BYTECODES): string[] {
  const { threads, methods } = decodeSnapshot(readFileSync(file));
  const { length, method, parent, calls, more } = mergeTrees(threads.map(({ table }) => table));
  const bytecodes = more?.get(column) ?? new Float64Array(length);
  const byId = new Map(methods.map((info) => [Number(info.id), info]));
  const nodes: (CallNode & { children: CallNode[] })[] = [];
  for (let node = 0; node < length; node++) {
    const info = byId.get(method[node]);
    const name = `${info?.className}.${info?.name.replace(/(?<=^lambda\$\w+)\$\d+$/, '')}×${calls[node]}`;
    nodes.push({ method: name, calls: bytecodes[node], children: [] });
    if (node > 0) nodes[parent[node]].children.push(nodes[node]);
  }
  return pictureOf(nodes[0].children);
}

for (const jdk of JDKS) {
  for (const scheme of ['lazy', 'eager', 'everything']) {
    test(`${jdk.name}, ${scheme}: bytecodes of each context are those of javap's listing`, async () => {
      const file = join(folder, `${jdk.feature}-${scheme}.sluice`);
      const report = await recordAttached(jdk, PROGRAM, file, [...OPTIONS, '--scheme', scheme]);
      expect(report.complete).toBe(true);
      expect(executedIn(file)).toEqual(pictureFrom(EXECUTED));
    });
  }

  test(`${jdk.name}: whole blocks come to more where an exception ends one, and the rest is told as ±`, async () => {
    const file = join(folder, `${jdk.feature}-fast.sluice`);
    const report = await recordAttached(jdk, PROGRAM, file, [...OPTIONS, '--bytecodes', 'fast']);
    expect(report.complete).toBe(true);
    const by = (part: 0 | 1): string =>
      EXECUTED.replace(/(\S+×\d+) (\d+)/g, (_, name: string, precise: string) =>
        [name, FAST[name]?.[part] ?? (part === 0 ? precise : 0)].join(' '),
      );
    expect(executedIn(file)).toEqual(pictureFrom(by(0)));
    expect(executedIn(file, BYTECODES_ERROR)).toEqual(pictureFrom(by(1)));
    for (const [, name, precise] of EXECUTED.matchAll(/(\S+×\d+) (\d+)/g)) {
      const [fast, error] = FAST[name] ?? [Number(precise), 0];
      expect(Number(precise), name).toBeLessThanOrEqual(fast);
      expect(Number(precise), name).toBeGreaterThanOrEqual(fast - error);
    }
    const { stdout } = await runCli(['report', file, '--view', 'tree']);
    expect(stdout).toContain('Counting of bytecodes: fast');
    expect(stdout).toContain('Total Bytecodes ±');
  });

  test(`${jdk.name}: a launched program has executed the same bytecodes`, { tag: '@slow' }, async () => {
    const file = join(folder, `${jdk.feature}-launched.sluice`);
    await recordLaunched(jdk, PROGRAM, file, OPTIONS);
    expect(executedIn(file)).toEqual(pictureFrom(EXECUTED));
  });
}

for (const [i, jdk] of JDKS.entries()) {
  const clock = ['nano', 'bursts', 'cpu'][i % 3];
  test(`${jdk.name}: beside times of the clock ${clock} they are the same`, async () => {
    const file = join(folder, `${jdk.feature}-${clock}.sluice`);
    const options = ['--metrics', 'calls,time,bytecodes', '--clock', clock];
    const report = await recordAttached(jdk, PROGRAM, file, options);
    expect(report.complete).toBe(true);
    expect(executedIn(file)).toEqual(pictureFrom(EXECUTED));
    const { threads } = decodeSnapshot(readFileSync(file));
    expect(threads.some(({ table }) => table.selfNs.some((ns) => ns > 0))).toBe(true);
  });

  test(`${jdk.name}: loops that do not end are seen while they run`, async () => {
    const file = join(folder, `${jdk.feature}-endless.sluice`);
    const command = [jdk.tool('java'), ...targetCommand(jdk, 'Endless', ['run'])];
    const options = ['--metrics', 'bytecodes,objects', '--clock', 'none', '--duration', '2s'];
    const { code, stderr } = await runCli([
      ...['launch', '--root', 'Endless::root', ...options, '--output', file, '--', ...command],
    ]);
    expect(code, stderr).toBe(0);
    const { threads, methods } = decodeSnapshot(readFileSync(file));
    const { length, method, more } = mergeTrees(threads.map(({ table }) => table));
    const sums = new Map<string, number[]>();
    for (let node = 1; node < length; node++) {
      const name = methods.find(({ id }) => id === method[node])?.name ?? '';
      sums.set(
        name,
        [BYTECODES, OBJECTS, ELEMENTS].map((id) => more?.get(id)?.[node] ?? 0),
      );
    }
    const [bytecodes, objects, elements] = sums.get('fast') ?? [];
    expect(bytecodes).toBeGreaterThan(1_000_000);
    expect(objects).toBeGreaterThan(100_000);
    // Of an object, and an array of two: either may be untold since a quarter of a second, but no more than a million.
    expect(Math.abs(elements - objects)).toBeLessThan(2 ** 21);
    const [, slow] = sums.get('slow') ?? [];
    expect(slow).toBeGreaterThan(2);
  });
}

test('bytecodes without times need the clock none, and the refusal says what to do', async () => {
  const output = join(folder, 'never.sluice');
  const { code, stderr } = await runCli([
    ...['record', '4711', '--root', 'a.B::c', '--metrics', 'calls,bytecodes', '--output', output],
  ]);
  expect(code).not.toBe(0);
  expect(stderr).toContain('--metrics: time is not among them, and the clock is nano.');
  expect(stderr).toContain('Take --clock none, or --metrics calls,time,bytecodes.');
});
