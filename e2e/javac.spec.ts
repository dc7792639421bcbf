import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, startRecording, type Report } from './fixtures/cli.ts';
import { longJdks, type Jdk } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

/** A large real program, the JDK's own compiler: 100 sources, compiled in the target on command. */
const ROOT = 'com.sun.tools.javac.main.JavaCompiler::compile';

/**
 * How many calls javac makes hangs on identity hash codes (its hash tables) and on the moments of garbage collection (its
 * weak caches). Here all hash codes are 1 and nothing is collected: equal runs make equal calls.
 */
const JVM_ARGS = [
  ...['-XX:+UnlockExperimentalVMOptions', '-XX:hashCode=2'],
  ...['-XX:+UseSerialGC', '-Xms2g', '-Xmx2g', '-Xmn1800m', '-XX:MetaspaceSize=512m'],
];

for (const jdk of longJdks('oldest')) {
  test(`javac is recorded completely, and twice the same, ${jdk.name}`, async () => {
    test.setTimeout(600_000);
    const folder = mkdtempSync(join(tmpdir(), 'sluice-javac-'));
    try {
      const first = await recordCompilation(jdk, join(folder, 'first.sluice'));
      const second = await recordCompilation(jdk, join(folder, 'second.sluice'));
      for (const report of [first, second]) {
        expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
        expect(report.instrumentedMethods).toBeGreaterThan(2000);
        expect(totalCalls(report)).toBeGreaterThan(10_000_000);
      }
      expect(callsByMethod(second)).toEqual(callsByMethod(first));
      // Some 150,000 contexts: too many to be shown if they should differ.
      expect(pictureOf(second.roots).join('\n') === pictureOf(first.roots).join('\n')).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Compiles once before, so that both runs find the same classes initialised. */
async function recordCompilation(jdk: Jdk, file: string): Promise<Report> {
  const program = await startTarget(jdk, 'JavacHost', { jvmArgs: JVM_ARGS });
  try {
    await program.send('run');
    const recording = await startRecording(program.pid, ROOT, file, ['--clock', 'none']);
    await program.send('run');
    const { code, stderr } = await recording.stop();
    expect(code, stderr).toBe(0);
  } finally {
    await program.stop();
  }
  return reportOf(file);
}

function totalCalls({ methods }: Report): number {
  return methods.reduce((sum, { calls }) => sum + calls, 0);
}

/** Methods that were called, with overloads added up. */
function callsByMethod({ methods }: Report): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { class: className, method, calls } of methods) {
    if (calls > 0) sums[`${className}.${method}`] = (sums[`${className}.${method}`] ?? 0) + calls;
  }
  return sums;
}
