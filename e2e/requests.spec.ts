import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { pictureFrom, pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, runCli, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget, type Target } from './fixtures/targets.ts';

/** Which calls of a root are recorded, by their arguments: targets/Requests.java tells what it calls. */
const CONDITIONS: readonly { root: string; when: readonly string[]; tree: string }[] = [
  {
    root: 'number',
    when: ['arg0 >= 5'], // 5 to 9, and 100 on another thread
    tree: `
      Requests.number 6
        Requests.count 6`,
  },
  { root: 'number', when: ['arg0 > 100'], tree: '' },
  {
    root: 'path',
    when: ["arg1 contains 'slow'", 'arg0 == 3', "arg1 != 'PUT /slow'"],
    tree: `
      Requests.path 2
        Requests.count 2`,
  },
  {
    root: 'path',
    when: ["arg1 == 'GET /slow?q=€'"],
    tree: `
      Requests.path 1
        Requests.count 1`,
  },
  {
    root: 'any',
    when: ['arg0 == 7'], // an Integer, a Long, a Double
    tree: `
      Requests.any 3
        Requests.count 3`,
  },
  {
    root: 'verb',
    when: ['arg1 == PUT', 'arg0 < 0.75'],
    tree: `
      Requests.verb 1
        Requests.count 1`,
  },
  {
    root: 'nested',
    when: ['arg0 == 4'], // what it calls itself is within
    tree: `
      Requests.nested 1
        Requests.count 1
        Requests.nested 1
          Requests.count 1
          Requests.nested 1
            Requests.count 1
            Requests.nested 1
              Requests.count 1
              Requests.nested 1
                Requests.count 1`,
  },
  {
    root: 'nested',
    when: ['arg0 <= 1', "arg1 < 'd'", 'arg2 == false'], // the fourth call of five
    tree: `
      Requests.nested 1
        Requests.count 1
        Requests.nested 1
          Requests.count 1`,
  },
  {
    root: 'fails',
    when: ['arg0 < 3'], // two of three end by an exception
    tree: `
      Requests.fails 3
        Requests.count 3
        Requests$Failed.<init> 2`,
  },
  {
    root: 'Requests$Order::<init>(long)',
    when: ['arg0 > 1000000000'],
    tree: `
      Requests$Order.<init> 1
        Requests$Order.<init> 1
          Requests.count 1
        Requests.count 1`,
  },
];
const SCHEMES = ['lazy', 'eager', 'everything'];

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-requests-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function rootOf(root: string): string {
  return root.includes('::') ? root : `Requests::${root}`;
}

/** Records one run. */
async function recorded(
  program: Target,
  root: string,
  options: readonly string[],
  file: string,
): Promise<Awaited<ReturnType<typeof reportOf>>> {
  const recording = await startRecording(program.pid, rootOf(root), file, options);
  await program.send('run');
  const { code, stderr } = await recording.stop();
  expect(code, stderr).toBe(0);
  return reportOf(file);
}

const PARTS = [
  { what: 'a number, a text or an object', conditions: CONDITIONS.slice(0, 5) },
  {
    what: 'several arguments, also of recursions, failures and constructors',
    conditions: CONDITIONS.slice(5),
  },
];

for (const [shift, jdk] of JDKS.entries())
  for (const { what, conditions } of PARTS)
    test(`${jdk.name}: root calls are recorded where a condition on ${what} holds, and are nothing where not`, async () => {
      const program = await startTarget(jdk, 'Requests');
      try {
        for (const [i, { root, when, tree }] of conditions.entries()) {
          const scheme = SCHEMES[(i + shift) % SCHEMES.length];
          const options = ['--scheme', scheme, ...when.flatMap((condition) => ['--when', condition])];
          const report = await recorded(program, root, options, join(folder, `${jdk.feature}-${i}.sluice`));
          expect(pictureOf(report.roots), `${root} ${when.join()} ${scheme}`).toEqual(pictureFrom(tree));
          expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0, when });
        }
      } finally {
        await program.stop();
      }
    });

/** What a recording that splits root calls tells apart: label -> what is called below it. */
const SPLITS: readonly {
  root: string;
  options: readonly string[];
  groups: Readonly<Record<string, string>>;
}[] = [
  {
    root: 'path',
    options: ['--split', 'arg1'],
    groups: Object.fromEntries(
      ['GET /slow', 'GET /fast', 'GET /slow?q=€', 'PUT /slow', 'null'].map((label) => [
        label,
        `
          Requests.path 1
            Requests.count 1`,
      ]),
    ),
  },
  {
    root: 'any', // 7, 7L and "7" are shown alike
    options: ['--split', 'arg0'],
    groups: {
      ...{ '7': 'Requests.any 3\n  Requests.count 3', '7.0': 'Requests.any 1\n  Requests.count 1' },
      ...{ x: 'Requests.any 1\n  Requests.count 1', GET: 'Requests.any 1\n  Requests.count 1' },
      'values of other types': 'Requests.any 1\n  Requests.count 1',
    },
  },
  {
    root: 'number',
    options: ['--split', 'thread'],
    groups: {
      main: 'Requests.number 10\n  Requests.count 10',
      'Thread-*': 'Requests.number 1\n  Requests.count 1',
    },
  },
  {
    root: 'nested', // of each recursion the outermost call has the label
    options: ['--split', 'arg1', '--when', 'arg0 <= 2'],
    groups: {
      c: `
        Requests.nested 1
          Requests.count 1
          Requests.nested 1
            Requests.count 1
            Requests.nested 1
              Requests.count 1`,
      d: `
        Requests.nested 1
          Requests.count 1
          Requests.nested 1
            Requests.count 1
            Requests.nested 1
              Requests.count 1`,
    },
  },
  {
    root: 'fails',
    options: ['--split', 'arg0', '--when', 'arg0 < 2'],
    groups: {
      '0': 'Requests.fails 1\n  Requests.count 1\n  Requests$Failed.<init> 1',
      '1': 'Requests.fails 1\n  Requests.count 1',
    },
  },
  {
    root: 'Requests$Order::<init>(long)',
    options: ['--split', 'arg0', '--when', 'arg0 > 5'],
    groups: {
      '1000000000000': `
        Requests$Order.<init> 1
          Requests$Order.<init> 1
            Requests.count 1
          Requests.count 1`,
    },
  },
];

/** The calls of one group. */
async function pictureOfGroup(file: string, group: string): Promise<string[]> {
  return pictureOf((await reportOf(file, ['--group', group])).roots);
}

for (const [shift, jdk] of JDKS.entries()) {
  test(
    `${jdk.name}: root calls are told apart by their arguments, and all of them are there`,
    { tag: '@slow' },
    async () => {
      const program = await startTarget(jdk, 'Requests');
      try {
        for (const [i, { root, options, groups }] of SPLITS.entries()) {
          const scheme = SCHEMES[(i + shift) % SCHEMES.length];
          const file = join(folder, `split-${jdk.feature}-${i}.sluice`);
          const report = await recorded(program, root, ['--scheme', scheme, ...options], file);
          expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0, split: [options[1]] });
          for (const [group, tree] of Object.entries(groups))
            expect(await pictureOfGroup(file, group), `${root} ${group} ${scheme}`).toEqual(
              pictureFrom(tree),
            );
          const all = report.methods.find(({ method }) => method === 'count')?.calls;
          if (root === 'any') expect(all).toBe(10);
        }
      } finally {
        await program.stop();
      }
    },
  );
}

for (const jdk of JDKS.filter(({ feature }) => feature >= 21))
  test(`${jdk.name}: a thousand virtual threads are told apart by name`, async () => {
    const program = await startTarget(jdk, 'VirtualThreads');
    const file = join(folder, 'virtual.sluice');
    try {
      const recording = await startRecording(program.pid, 'VirtualThreads::root', file, [
        '--split',
        'thread',
      ]);
      await program.send('run');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
    } finally {
      await program.stop();
    }
    const tree = (calls: number): string[] =>
      pictureFrom(`
        VirtualThreads.root ${calls}
          VirtualThreads.step ${10 * calls}
            VirtualThreads.leaf ${10 * calls}`);
    expect(pictureOf((await reportOf(file)).roots)).toEqual(tree(1_000));
    for (const name of ['virtual-0', 'virtual-7', 'virtual-999'])
      expect(await pictureOfGroup(file, name)).toEqual(tree(1));
    expect(await pictureOfGroup(file, 'virtual-1*')).toEqual(tree(111));
    const { stdout } = await runCli(['report', file, '--view', 'groups', '--format', 'json']);
    const { rows } = JSON.parse(stdout) as { rows: { rootCalls: number; calls: number }[] };
    expect(rows).toHaveLength(1_000);
    expect(rows.every(({ rootCalls, calls }) => rootCalls === 1 && calls === 21)).toBe(true);
  });

test('a root that cannot be asked is refused with what can be', async () => {
  const program = await startTarget(JDKS[0], 'Requests');
  const refusal = async (root: string, when: string): Promise<string> => {
    const file = join(folder, 'refused.sluice');
    const words = ['record', String(program.pid), '--root', rootOf(root), '--when', when, '-o', file];
    const { code, stderr } = await runCli(words);
    expect(code).not.toBe(0);
    return stderr;
  };
  try {
    expect(await refusal('number', 'arg1 > 5')).toContain(
      '--when arg1 > 5: root Requests::number(int) cannot be asked: it has no arg1.',
    );
    expect(await refusal('number', "arg0 == 'x'")).toContain(
      'its type is int, which is compared with a number.',
    );
    expect(await refusal('main', 'arg0 == 1')).toContain(
      'its type is java.lang.String[], and numbers, booleans, chars, strings and enums can be read.',
    );
    await program.send('run'); // loads its class
    expect(await refusal('Requests$Order::<init>', 'arg1 == a')).toContain(
      'root Requests$Order::<init>(long) cannot be asked: it has no arg1.',
    );
    const split = await runCli([
      ...['record', String(program.pid), '--root', 'Requests::number', '--split', 'arg1'],
      ...['-o', join(folder, 'refused.sluice')],
    ]);
    expect(split.stderr).toContain(
      '--split arg1: root Requests::number(int) cannot be asked: it has no arg1.',
    );
    expect(await refusal('number', 'arg0 ~ 5')).toContain('The condition arg0 ~ 5 is not understood');
  } finally {
    await program.stop();
  }
});
