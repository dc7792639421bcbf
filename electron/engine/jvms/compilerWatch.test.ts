import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passMs } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JDKS } from '../../../e2e/fixtures/jdks.ts';
import { CompilerWatch } from './compilerWatch.ts';

let tasks = '';

beforeEach(() => (tasks = mkdtempSync(join(tmpdir(), 'sluice-tasks-'))));
afterEach(() => rmSync(tasks, { recursive: true, force: true }));

/** A thread as Linux tells of it: what it ran, and what it waited for a core. */
function thread(id: number, name: string, ranMs: number, waitedMs: number): void {
  const folder = join(tasks, String(id));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'comm'), `${name}\n`);
  writeFileSync(join(folder, 'schedstat'), `${ranMs * 1e6} ${waitedMs * 1e6} 7\n`);
}

describe('CompilerWatch', () => {
  it('tells in which share of the time a compiler ran, or was ready to', () => {
    const watch = new CompilerWatch(tasks);
    thread(1, 'java', 0, 0);
    thread(2, 'C2 CompilerThre', 500, 200);
    watch.look(1000); // what was before does not count
    thread(1, 'java', 100, 0);
    thread(2, 'C2 CompilerThre', 530, 210);
    watch.look(1100);
    thread(1, 'java', 200, 0);
    watch.look(1200);
    expect(watch.share).toBeCloseTo(40 / 200);
  });

  it('takes of several compilers the one with most work, also of one that has come meanwhile, and never more than passed', () => {
    const watch = new CompilerWatch(tasks);
    thread(2, 'C2 CompilerThre', 0, 0);
    watch.look(0);
    thread(2, 'C2 CompilerThre', 20, 10);
    thread(3, 'C1 CompilerThre', 60, 0);
    watch.look(100);
    expect(watch.share).toBeCloseTo(0.6);
    thread(3, 'C1 CompilerThre', 260, 50);
    watch.look(200);
    expect(watch.share).toBeCloseTo((60 + 100) / 200);
  });

  it('knows a compiler whose thread had no name yet when it was first seen', () => {
    const watch = new CompilerWatch(tasks);
    thread(4, 'java', 0, 0);
    watch.look(0);
    thread(4, 'C1 CompilerThre', 70, 0);
    watch.look(100);
    expect(watch.share).toBeCloseTo(0.7);
  });

  it('leaves out pauses, and begins anew', () => {
    const watch = new CompilerWatch(tasks);
    thread(2, 'C2 CompilerThre', 0, 0);
    watch.look(0);
    watch.skip();
    thread(2, 'C2 CompilerThre', 100, 0);
    watch.look(100);
    thread(2, 'C2 CompilerThre', 110, 0);
    watch.look(200);
    expect(watch.share).toBeCloseTo(0.1);
    watch.reset();
    watch.look(300);
    expect(watch.share).toBe(0);
  });

  it('knows nothing where the system does not tell', () => {
    const watch = new CompilerWatch(join(tasks, 'none'));
    watch.look(0);
    watch.look(100);
    expect(watch.share).toBe(0);
  });

  it.skipIf(process.platform !== 'linux').each(JDKS)(
    'finds the compilers of a real JVM: $name',
    async (jdk) => {
      const jvm = spawn(jdk.tool('java'), ['-Xcomp', '-version'], { stdio: 'ignore' }); // compiles what it runs, first
      const ended = once(jvm, 'exit');
      const watch = CompilerWatch.ofJvm(jvm.pid!);
      while (jvm.exitCode === null && jvm.signalCode === null) {
        watch.look(performance.now());
        await passMs(20);
      }
      await ended;
      expect(watch.share).toBeGreaterThan(0.3);
    },
  );
});
