import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { pictureFrom, pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, startRecording } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { LineReader } from './fixtures/lineReader.ts';
import { targetClassPath } from './fixtures/targets.ts';

/** Of all targets the class files of one, but for one class, in a folder of their own. */
function classPathWithout(jdk: Jdk, target: string, missing: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-unverified-'));
  const all = targetClassPath(jdk);
  for (const name of readdirSync(all)) {
    const isOurs = name.startsWith(`${target}.`) || name.startsWith(`${target}$`) || /^Target\b/.test(name);
    if (isOurs && name !== `${target}$${missing}.class`) copyFileSync(join(all, name), join(folder, name));
  }
  return folder;
}

for (const jdk of JDKS) {
  test(`a class that the JVM refuses with probes is told once, and has nothing to restore, ${jdk.name}`, async () => {
    const folder = classPathWithout(jdk, 'Unverified', 'Missing');
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
          'Class Unverified$Unlinked is not measured: it needs class Unverified$Missing, which is missing, so none of its code can run. [classCannotRun]',
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

  test(`classes without an optional one are told once, and which keep their probes, ${jdk.name}`, async () => {
    const folder = classPathWithout(jdk, 'OptionalClasses', 'Missing');
    const program = spawn(jdk.tool('java'), ['-cp', folder, 'OptionalClasses']);
    const output = new LineReader(program.stdout);
    try {
      await output.waitFor(/^READY/);
      const file = join(folder, 'optional.sluice');
      const recording = await startRecording(program.pid ?? 0, 'OptionalClasses::root', file);
      for (let runs = 0; runs < 4; runs++) {
        program.stdin.write('run\n');
        await output.waitFor(/^DONE/);
      }
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      expect(stderr).not.toMatch(/restored/);
      expect(stderr.match(/Probes stay in .*/g)).toEqual([
        'Probes stay in class OptionalClasses$Late, which cannot run: it needs class OptionalClasses$Missing, which is missing.',
        'Probes stay in class OptionalClasses$Failed, which cannot run: its static initialiser failed.',
      ]);
      expect(await reportOf(file)).toMatchObject({
        complete: true,
        refusals: [
          'Class OptionalClasses$Early, loaded by 2 class loaders, is not measured: ' +
            'it needs class OptionalClasses$Missing, which is missing, so none of its code can run. [classCannotRun]',
        ],
      });
    } finally {
      program.kill('SIGKILL');
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
