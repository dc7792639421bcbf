import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SwapThreads } from './swapThreads.ts';

let tasks = '';

beforeEach(() => (tasks = mkdtempSync(join(tmpdir(), 'sluice-tasks-'))));
afterEach(() => rmSync(tasks, { recursive: true, force: true }));

function thread(id: number, name: string, ranMs: number): void {
  const folder = join(tasks, String(id));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'comm'), `${name}\n`);
  writeFileSync(join(folder, 'schedstat'), `${ranMs * 1e6} ${900 * 1e6} 7\n`);
}

describe('SwapThreads', () => {
  it("tells what the worker and the JVM's own thread ran, and of no other", () => {
    thread(1, 'java', 1_000);
    thread(2, 'VM Thread', 30);
    thread(3, 'VM Periodic Tas', 200);
    thread(4, 'Sluice worker', 4);
    thread(5, 'Sluice pump', 500);
    expect(new SwapThreads(tasks).look()).toEqual({ workerNs: 4e6, vmThreadNs: 30e6 });
  });

  it('tells 0 where the system does not tell', () => {
    expect(new SwapThreads(join(tasks, 'none')).look()).toEqual({ workerNs: 0, vmThreadNs: 0 });
  });
});
