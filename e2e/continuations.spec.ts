import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { pictureFrom, pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, runCli, startRecording, type Report } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget, targetCommand } from './fixtures/targets.ts';

/** A continuation that is suspended within the roots: what is called meanwhile stands below it, and that is told by name. */

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-continuations-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const EXPORTS = ['--add-exports', 'java.base/jdk.internal.vm=ALL-UNNAMED'];
/** The root is called between the generator's steps. */
const BETWEEN = pictureFrom(`
  Continuations.root 3
    Continuations.consume 3
      Continuations.step 3`);

for (const jdk of JDKS.filter(({ feature }) => feature >= 21)) {
  for (const scheme of ['lazy', 'eager', 'everything']) {
    const options = ['--scheme', scheme, '--clock', 'none'];
    const fileOf = (name: string): string => join(folder, `${jdk.feature}-${scheme}-${name}.sluice`);

    test(`a recording with a suspended continuation is incomplete, one without is not, ${jdk.name}, ${scheme}`, async () => {
      for (const [word, expectIt] of [
        ['run', expectBetween],
        ['other', expectSuspended],
      ] as const) {
        const file = fileOf(word);
        const java = [jdk.tool('java'), ...EXPORTS, ...targetCommand(jdk, 'Continuations', [word])];
        const args = ['launch', '--root', 'Continuations::root', ...options, '--output', file, '--', ...java];
        const { code, stderr } = await runCli(args);
        expect(code, stderr).toBe(0);
        expectIt(await reportOf(file));
      }
    });

    test(`the same, attached to, ${jdk.name}, ${scheme}`, async () => {
      const target = await startTarget(jdk, 'Continuations', { jvmArgs: EXPORTS });
      try {
        for (const [word, expectIt] of [
          ['run', expectBetween],
          ['other', expectSuspended],
        ] as const) {
          const file = fileOf(`attached-${word}`);
          const recording = await startRecording(target.pid, 'Continuations::root', file, options);
          await target.send(word);
          const { code, stderr } = await recording.stop();
          expect(code, stderr).toBe(0);
          expectIt(await reportOf(file));
        }
      } finally {
        await target.stop();
      }
    });
  }
}

function expectBetween(report: Report): void {
  expect(report).toMatchObject({ complete: true, losses: [], refusals: [] });
  expect(pictureOf(report.roots)).toEqual(BETWEEN);
}

function expectSuspended({ complete, refusals, methods }: Report): void {
  expect(complete).toBe(false);
  expect(refusals).toEqual([
    expect.stringMatching(/^Class Continuations is measured in part: it suspends .*\[continuation\]$/),
  ]);
  const callsOf = (name: string): number | undefined => methods.find(({ method }) => method === name)?.calls;
  expect([callsOf('root'), callsOf('consume'), callsOf('generate'), callsOf('step')]).toEqual([1, 3, 3, 6]);
}
