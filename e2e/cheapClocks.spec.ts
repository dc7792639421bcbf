import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { reportOf, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

const EXACT = {
  root: 1,
  fast: 4,
  shortCall: 8_000_000,
  longCall: 2_000_000,
  slow: 4,
  spin: 80,
  rest: 4,
};

/** Where no core is spare for the ticker it reads the clock at each event, which costs the root half a second. */
const CLOCKS = [
  { clock: 'bursts', name: 'a clock in bursts', leastOfRoot: 0.75 },
  { clock: 'ticker', name: 'a clock that a thread keeps', leastOfRoot: 0.3 },
];

for (const jdk of JDKS) {
  test(`a clock in bursts, ${jdk.name}: a root that is called in spells is charged with what it took, not with what was between`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-bursts-'));
    const program = await startTarget(jdk, 'Spells');
    try {
      const file = join(folder, 'spells.sluice');
      const options = ['--clock', 'bursts', '--core-waits', 'charged'];
      const recording = await startRecording(program.pid, 'Spells::root', file, options);
      await program.send('run');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      const report = await reportOf(file);
      expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
      const methods = new Map(report.methods.map((method) => [method.method, method]));
      expect([...methods].map(([method, { calls }]) => [method, calls])).toEqual(
        expect.arrayContaining([
          ['root', 10_000],
          ['call', 3_000_000],
          ['spin', 200],
        ]),
      );
      const watchNs = Number(/^NS root (\d+)$/m.exec(program.output.text)?.[1]);
      const rootNs = methods.get('root')?.totalNs ?? NaN;
      expect(rootNs / watchNs).toBeGreaterThan(0.8);
      expect(rootNs / watchNs).toBeLessThan(1.02);
      // A halt is told from when the pump has seen it, within a millisecond: the rest of 1.5 is shared among all.
      expect((methods.get('spin')?.totalNs ?? NaN) / 300e6).toBeGreaterThan(0.5);
    } finally {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

for (const [jdk, { clock, name, leastOfRoot }] of JDKS.flatMap((each) =>
  CLOCKS.map((of) => [each, of] as const),
)) {
  test(`${name}, ${jdk.name}: counts are exact, and times those of the program's own watch`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-bursts-'));
    const program = await startTarget(jdk, 'Phases');
    try {
      const file = join(folder, 'phases.sluice');
      const recording = await startRecording(program.pid, 'Phases::root', file, [
        '--clock',
        clock,
        '--core-waits',
        'charged',
      ]);
      await program.send('run');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      const report = await reportOf(file);
      expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0, clock });
      const methods = new Map(report.methods.map((method) => [method.method, method]));
      expect(Object.fromEntries([...methods].map(([method, { calls }]) => [method, calls]))).toEqual(EXACT);
      const watchNs = (method: string): number =>
        Number(new RegExp(`^NS ${method} (\\d+)$`, 'm').exec(program.output.text)?.[1]);
      const totalNs = (method: string): number => methods.get(method)?.totalNs ?? NaN;
      // What the root took, less the probes: 20 million events of 3 ns.
      expect(totalNs('root') / watchNs('root')).toBeGreaterThan(leastOfRoot);
      expect(totalNs('root') / watchNs('root')).toBeLessThan(1.01);
      expect(totalNs('rest') / watchNs('rest')).toBeGreaterThan(0.8);
      expect(totalNs('rest') / watchNs('rest')).toBeLessThan(1.2);
      expect(totalNs('spin') / 160e6).toBeGreaterThan(0.9);
      // Ten times the work, with a tenth of doubt for what other programs take from it.
      const perCall = (method: string): number => totalNs(method) / EXACT[method as keyof typeof EXACT];
      expect(perCall('longCall') / perCall('shortCall')).toBeGreaterThan(3);
    } finally {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
