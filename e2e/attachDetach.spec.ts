import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { classHashesOf } from './fixtures/classBytes.ts';
import { startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { listeningPortsOf, processStateOf } from './fixtures/processState.ts';
import { startTarget } from './fixtures/targets.ts';

/** What grows with each of them shows after a few as well; `npm run test:long` takes more. */
const CYCLES = process.env.SLUICE_LONG ? 300 : 20;

test.skip(process.platform !== 'linux', 'what is left behind is read from /proc');

for (const jdk of JDKS) {
  test(`after ${CYCLES} recordings the target is as it was, ${jdk.name}`, async () => {
    test.setTimeout(300_000);
    const folder = mkdtempSync(join(tmpdir(), 'sluice-cycles-'));
    const program = await startTarget(jdk, 'Polymorphism', { jvmArgs: ['-XX:+UseSerialGC'] });
    try {
      const cycle = async (): Promise<void> => {
        const recording = await startRecording(
          program.pid,
          'Polymorphism::root',
          join(folder, 'cycle.sluice'),
        );
        await program.send('run');
        expect(listeningPortsOf(program.pid)).toEqual([]);
        const { code, stderr } = await recording.stop();
        expect(code, stderr).toBe(0);
      };
      await program.send('run');
      const bytesBefore = classHashesOf(jdk, program.pid, 'Polymorphism');
      expect(Object.keys(bytesBefore).length).toBeGreaterThan(4);
      // The first attach leaves the JVM's own Attach Listener and the agent's classes: the state after it is the base.
      await cycle();
      expect(classHashesOf(jdk, program.pid, 'Polymorphism')).toEqual(bytesBefore);
      const stateBefore = processStateOf(program.pid);
      for (let i = 1; i < CYCLES; i++) await cycle();
      expect(classHashesOf(jdk, program.pid, 'Polymorphism')).toEqual(bytesBefore);
      expect(processStateOf(program.pid)).toEqual(stateBefore);
      expect(stateBefore.threads.filter((name) => /sluice/i.test(name))).toEqual([]);
      expect(program.errors.text).not.toMatch(/Exception|Error/);
    } finally {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
