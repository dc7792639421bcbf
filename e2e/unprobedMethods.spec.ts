import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { pictureFrom, pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, runCli, startRecording, type Report } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget, targetCommand } from './fixtures/targets.ts';

/** A method that has no room for a probe: its calls are missing when it was called within the roots, and then it is named. */

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-unprobed-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const NOT_CALLED = pictureFrom(`
  UnprobedMethods.root 1
    UnprobedMethods.leaf 1`);
/** What they call is counted, below who called them. */
const CALLED = pictureFrom(`
  UnprobedMethods.root 2
    UnprobedMethods.leaf 2
    UnprobedMethods.work 1
      UnprobedMethods.leaf 17887`);
const NAMED = [
  /^Method UnprobedMethods\$Made\.<init>\(int\) is not measured: .*\[tooLongForJit\]$/,
  /^Method UnprobedMethods\.almostFull\(int\) is not measured: .*\[codeTooLong\]$/,
  /^Method UnprobedMethods\.nearLimit\(int\) is not measured: .*\[tooLongForJit\]$/,
];

for (const jdk of JDKS) {
  for (const scheme of ['lazy', 'eager', 'everything']) {
    // atLimit has no room for anything: by the scheme "everything" it is reached, and told at once
    const options = ['--scheme', scheme, '--clock', 'none', '--exclude', 'UnprobedMethods::atLimit'];
    const fileOf = (name: string): string => join(folder, `${jdk.feature}-${scheme}-${name}.sluice`);

    test(`methods without a probe that nobody calls cost no trust, ${jdk.name}, ${scheme}, launched`, async () => {
      expectComplete(await launched(['run'], fileOf('complete')));
    });

    test(`and those that are called are named, ${jdk.name}, ${scheme}, launched`, async () => {
      expectNamed(await launched(['run', 'other'], fileOf('named')));
    });

    test(`the same, attached to, ${jdk.name}, ${scheme}`, async () => {
      const target = await startTarget(jdk, 'UnprobedMethods');
      const attached = async (words: readonly string[], file: string): Promise<Report> => {
        const recording = await startRecording(target.pid, 'UnprobedMethods::root', file, options);
        for (const word of words) await target.send(word);
        const { code, stderr } = await recording.stop();
        expect(code, stderr).toBe(0);
        return reportOf(file);
      };
      try {
        expectComplete(await attached(['run'], fileOf('attached')));
        expectNamed(await attached(['run', 'other'], fileOf('attached-named')));
      } finally {
        await target.stop();
      }
    });

    const launched = async (words: readonly string[], file: string): Promise<Report> => {
      const command = [jdk.tool('java'), ...targetCommand(jdk, 'UnprobedMethods', words)];
      const args = [
        'launch',
        '--root',
        'UnprobedMethods::root',
        ...options,
        '--output',
        file,
        '--',
        ...command,
      ];
      const { code, stderr } = await runCli(args);
      expect(code, stderr).toBe(0);
      return reportOf(file);
    };
  }

  test(`one that has no room for a witness is told, called or not, ${jdk.name}`, async () => {
    const file = join(folder, `${jdk.feature}-full.sluice`);
    const command = [jdk.tool('java'), ...targetCommand(jdk, 'UnprobedMethods', ['run'])];
    const roots = ['--root', 'UnprobedMethods::root', '--root', 'UnprobedMethods::other'];
    const args = ['launch', ...roots, '--scheme', 'eager', '--clock', 'none', '--output', file];
    const { code, stderr } = await runCli([...args, '--', ...command]);
    expect(code, stderr).toBe(0);
    const { complete, refusals } = await reportOf(file);
    expect(complete).toBe(false);
    expect(refusals).toEqual([
      expect.stringMatching(/^Method UnprobedMethods\.atLimit\(int\) .*\[tooLongForJit\]$/),
    ]);
  });
}

function expectComplete(report: Report): void {
  expect(report).toMatchObject({ complete: true, losses: [], refusals: [] });
  expect(pictureOf(report.roots)).toEqual(NOT_CALLED);
}

function expectNamed(report: Report): void {
  expect([...report.refusals].sort()).toEqual(NAMED.map((name) => expect.stringMatching(name) as unknown));
  const losses = ['3 methods, classes or loaders are not measured, or in part'];
  expect(report).toMatchObject({ complete: false, losses });
  expect(pictureOf(report.roots)).toEqual(CALLED);
}
