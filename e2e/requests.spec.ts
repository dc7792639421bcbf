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

for (const [shift, jdk] of JDKS.entries()) {
  test(`${jdk.name}: root calls are recorded where a condition holds, and are nothing where it does not`, async () => {
    const program = await startTarget(jdk, 'Requests');
    try {
      for (const [i, { root, when, tree }] of CONDITIONS.entries()) {
        const scheme = SCHEMES[(i + shift) % SCHEMES.length];
        const options = ['--scheme', scheme, ...when.flatMap((condition) => ['--when', condition])];
        const report = await recorded(program, root, options, join(folder, `${jdk.feature}-${i}.sluice`));
        expect(pictureOf(report.roots), `${root} ${when.join()} ${scheme}`).toEqual(pictureFrom(tree));
        expect(report).toMatchObject({ complete: true, droppedEvents: 0, when });
      }
    } finally {
      await program.stop();
    }
  });
}

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
    expect(await refusal('number', 'arg0 ~ 5')).toContain('The condition arg0 ~ 5 is not understood');
  } finally {
    await program.stop();
  }
});
