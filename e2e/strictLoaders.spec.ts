import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { reportOf, runCli, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget, targetCommand } from './fixtures/targets.ts';

/** Code with probes needs java.lang.SluiceProbe: a class whose loader does not hand it on is left alone, and that is told. */

const QUESTION = 'REFUSED java.lang.SluiceProbe';
const RESULT = 'RESULT 9';
const LOSS = '1 method, class or loader is not measured, or in part';
const LEFT_ALONE =
  'Class loader StrictLoader$Sandbox "left" does not hand on java.lang.SluiceProbe, which code with probes needs: ' +
  '5 methods of 2 classes are not measured. [loaderRefuses]';

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-strict-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  for (const scheme of ['lazy', 'eager', 'everything']) {
    const options = ['--scheme', scheme, '--clock', 'none'];
    const fileOf = (way: string): string => join(folder, `${jdk.feature}-${scheme}-${way}.sluice`);

    test(`a program with a loader that refuses unknown names runs on, launched, ${jdk.name}, scheme ${scheme}`, async () => {
      const file = fileOf('launched');
      const command = [jdk.tool('java'), ...targetCommand(jdk, 'StrictLoader', ['run'])];
      const args = ['launch', '--root', 'StrictLoader::root', ...options, '--output', file, '--', ...command];
      const { code, stdout, stderr } = await runCli(args);
      expect(code, stderr).toBe(0);
      expect(stdout).toContain(RESULT);
      expect(stdout.split(QUESTION), 'the loader is asked once').toHaveLength(2);
      await expectTold(file);
    });

    test(`and one whose plug-in was loaded before, attached to, ${jdk.name}, scheme ${scheme}`, async () => {
      const file = fileOf('attached');
      const target = await startTarget(jdk, 'StrictLoader');
      try {
        await target.send('other');
        const recording = await startRecording(target.pid, 'StrictLoader::root', file, options);
        await target.send('run');
        const { code, stderr } = await recording.stop();
        expect(code, stderr).toBe(0);
        await target.send('run');
        expect(target.output.text.split(RESULT)).toHaveLength(3);
        expect(target.output.text.split(QUESTION), 'the loader is asked once').toHaveLength(2);
      } finally {
        await target.stop();
      }
      await expectTold(file);
    });
  }
}

async function expectTold(file: string): Promise<void> {
  const { stdout } = await runCli(['report', file]);
  expect(stdout).toContain(`INCOMPLETE: ${LOSS};`);
  expect(stdout).toContain(LEFT_ALONE);
  const { methods, ...report } = await reportOf(file);
  expect(report).toMatchObject({ complete: false, losses: [LOSS] });
  expect(methods.find(({ method }) => method === 'made')?.calls).toBe(2);
}
