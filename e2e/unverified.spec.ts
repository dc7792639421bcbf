import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { pictureFrom, pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { LineReader } from './fixtures/lineReader.ts';
import { targetClassPath } from './fixtures/targets.ts';

for (const jdk of JDKS) {
  test(`a class that the JVM refuses with probes is told once, and has nothing to restore, ${jdk.name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-unverified-'));
    const all = targetClassPath(jdk);
    for (const name of readdirSync(all)) {
      const isOurs = /^(Target|Unverified)\b/.test(name) && name !== 'Unverified$Missing.class';
      if (isOurs) copyFileSync(join(all, name), join(folder, name));
    }
    const program = spawn(jdk.tool('java'), ['-cp', folder, 'Unverified']);
    const output = new LineReader(program.stdout);
    try {
      await output.waitFor(/^READY/);
      const file = join(folder, 'unverified.sluice');
      const recording = await startRecording(program.pid ?? 0, 'Unverified::root', file);
      program.stdin.write('run\nrun\n');
      for (let runs = 0; runs < 2; runs++) await output.waitFor(/^DONE/);
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      expect(stderr).not.toMatch(/restored/);
      const report = await reportOf(file);
      expect(report).toMatchObject({
        complete: true,
        refusals: [
          'Class Unverified$Unlinked is not measured: the JVM does not link it as it is, so none of its code can run. [classCannotRun]',
        ],
      });
      expect(report.notes.join(' ')).not.toMatch(/restored/);
      expect(pictureOf(report.roots)).toEqual(
        pictureFrom(`
          Unverified.root 2
            Unverified$Usual.make 2
              Unverified$Base.<init> 2`),
      );
    } finally {
      program.kill('SIGKILL');
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
