import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { reportOf, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

test.skip(process.platform !== 'linux', 'Linux tells what a thread waits for a core');

const WAYS = [
  ...['nano', 'bursts'].map((clock) => ({ clock, coreWaits: 'out' })),
  { clock: 'nano', coreWaits: 'charged' },
];

for (const [jdk, { clock, coreWaits }] of JDKS.flatMap((each) => WAYS.map((of) => [each, of] as const))) {
  test(`three threads a core, ${jdk.name}, clock ${clock}, waits ${coreWaits}: they are charged with what they had of it`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-crowded-'));
    const program = await startTarget(jdk, 'Crowded');
    try {
      const file = join(folder, 'crowded.sluice');
      const options = ['--clock', clock, '--core-waits', coreWaits];
      const recording = await startRecording(program.pid, 'Crowded::root', file, options);
      await program.send('run');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      const report = await reportOf(file);
      const watches = [...program.output.text.matchAll(/^NS (\d+) of (\d+)$/gm)];
      const cpuNs = watches.reduce((sum, [, cpu]) => sum + Number(cpu), 0);
      const wallNs = watches.reduce((sum, [, , wall]) => sum + Number(wall), 0);
      expect(wallNs / cpuNs).toBeGreaterThan(1.8); // else there was nothing to wait for
      const rootNs = report.methods.find(({ method }) => method === 'root')?.totalNs ?? NaN;
      const charged = coreWaits === 'out' ? cpuNs : wallNs;
      expect(rootNs / charged).toBeGreaterThan(0.85);
      expect(rootNs / charged).toBeLessThan(1.15);
      if (coreWaits === 'charged') expect(report.coreWaits).toBeUndefined();
      else expect(report.coreWaits?.leftOutNs).toBeGreaterThan(0.8 * (wallNs - cpuNs));
    } finally {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
