import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, startRecording } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

const SOURCE = fileURLToPath(new URL('targets/otherAgent/OtherAgent.java', import.meta.url));

for (const jdk of JDKS) {
  test(`another agent swaps the same classes all the time: counts are exact, its changes stay, ${jdk.name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-agents-'));
    const program = await startTarget(jdk, 'OtherAgents', {
      jvmArgs: [`-javaagent:${agentJar(jdk, folder)}`],
    });
    try {
      await program.send('other');
      const file = join(folder, 'agents.sluice');
      const recording = await startRecording(program.pid, 'OtherAgents::root', file, [
        ...['--clock', 'none', '--exclude', 'OtherAgent$Jello'], // its transformer runs in the root when a class loads
      ]);
      await program.send('run');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      await program.send('other');

      const calls = Number(/^CALLS (\d+)$/m.exec(program.output.text)?.[1]);
      const report = await reportOf(file);
      expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
      expect(pictureOf(report.roots)).toEqual([
        'OtherAgents.root 1',
        `  OtherAgents$Worker.work ${calls}`,
        `    OtherAgents$Worker.step ${2 * calls}`,
        `      OtherAgents$Greeter.greeting ${2 * calls}`,
      ]);
      expect(program.output.text.match(/^GREETING .*$/gm)).toEqual(['GREETING Jello', 'GREETING Jello']);
      expect(program.errors.text).not.toMatch(/Exception|Error/);
    } finally {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function agentJar(jdk: Jdk, folder: string): string {
  const manifest = join(folder, 'manifest');
  const jar = join(folder, 'other.jar');
  writeFileSync(manifest, 'Premain-Class: OtherAgent\nCan-Retransform-Classes: true\n');
  execFileSync(jdk.tool('javac'), ['-nowarn', '-d', folder, SOURCE], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync(jdk.tool('jar'), [
    'cfm',
    jar,
    manifest,
    '-C',
    folder,
    'OtherAgent.class',
    '-C',
    folder,
    'OtherAgent$Jello.class',
  ]);
  return jar;
}
