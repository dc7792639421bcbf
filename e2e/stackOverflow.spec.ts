import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { CallNode } from './fixtures/callTreePicture.ts';
import { reportOf, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

const DIVES = 30;

// Frames of compiled, of simply compiled and of interpreted code end the stack in different places.
const MODES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['compiled', ['-Xss1m'], ['--clock', 'nano']],
  ['compiled, its clock in bursts', ['-Xss1m'], ['--clock', 'bursts']],
  ['compiled, its clock kept by a thread', ['-Xss1m'], ['--clock', 'ticker']],
  ['compiled, without a clock', ['-Xss1m'], ['--clock', 'none']],
  ['compiled by C1', ['-Xss1m', '-XX:TieredStopAtLevel=1'], ['--clock', 'nano']],
  [
    'compiled by C1, its bytecodes counted',
    ['-Xss1m', '-XX:TieredStopAtLevel=1'],
    ['--clock', 'none', '--metrics', 'calls,bytecodes'],
  ],
  ['interpreted', ['-Xss1m', '-Xint'], ['--clock', 'bursts']],
  ['interpreted, without a clock', ['-Xss1m', '-Xint'], ['--clock', 'none']],
];

for (const jdk of JDKS) {
  for (const [mode, jvmArgs, options] of MODES) {
    test(`a stack that overflows within the root loses no count, ${mode}, ${jdk.name}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sluice-overflow-'));
      const program = await startTarget(jdk, 'StackOverflow', { jvmArgs });
      try {
        const file = join(folder, 'overflow.sluice');
        const recording = await startRecording(program.pid, 'StackOverflow::root', file, options);
        await program.send('run');
        const { code, stderr } = await recording.stop();
        expect(code, stderr).toBe(0);
        const { complete, roots } = await reportOf(file);
        expect(complete).toBe(true);
        expect(roots).toMatchObject([{ method: 'StackOverflow.root', calls: 1 }]);
        const [root] = roots;
        const calls = Object.fromEntries(root.children.map((child) => [child.method, child.calls]));
        expect(calls).toEqual({
          'StackOverflow.dive': DIVES,
          'StackOverflow.caught': DIVES,
          'StackOverflow.after': 100,
        });
        const depths = [...program.output.text.matchAll(/^DEPTH (\d+)$/gm)].map(([, depth]) => Number(depth));
        // Bare, interpreted frames let it dive 10,726 deep. Probes inlined by C1 would take the stack of two or three calls;
        // counters of bytecodes live across each call, and C1 keeps them in the frame.
        expect(Math.min(...depths)).toBeGreaterThan(options.includes('--metrics') ? 5_000 : 7_000);
        expect(callsAtDepth(root, 'StackOverflow.dive')).toEqual(depthsToCalls(depths));
      } finally {
        await program.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
}

for (const jdk of JDKS) {
  test(`constructors that overflow the stack, in super() too, lose no count, ${jdk.name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-overflow-'));
    const program = await startTarget(jdk, 'ConstructorOverflow', { jvmArgs: ['-Xss1m'] });
    try {
      const file = join(folder, 'overflow.sluice');
      const recording = await startRecording(program.pid, 'ConstructorOverflow::root', file, []);
      await program.send('run');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      const { complete, roots } = await reportOf(file);
      expect(complete, stderr).toBe(true);
      const [root] = roots;
      const calls = Object.fromEntries(root.children.map((child) => [child.method, child.calls]));
      expect(calls).toEqual({
        'ConstructorOverflow$Deep.<init>': DIVES,
        'ConstructorOverflow.caught': DIVES,
        'ConstructorOverflow.after': 100,
      });
      const depths = [...program.output.text.matchAll(/^DEPTH (\d+)$/gm)].map(([, depth]) => Number(depth));
      expect(callsAtDepth(root, 'ConstructorOverflow$Deep.<init>')).toEqual(depthsToCalls(depths));
    } finally {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** How often the method was called by the root, how often by itself, by itself again, and so on. */
function callsAtDepth(root: CallNode, method: string): number[] {
  const calls: number[] = [];
  let node = root.children.find((child) => child.method === method);
  while (node !== undefined) {
    calls.push(node.calls);
    node = node.children.find((child) => child.method === method);
  }
  return calls;
}

/** Dives to depth 3 and 1: two calls at depth 1, one at 2, one at 3. */
function depthsToCalls(depths: readonly number[]): number[] {
  return Array.from(
    { length: Math.max(...depths) },
    (_, above) => depths.filter((depth) => depth > above).length,
  );
}
