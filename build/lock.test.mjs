import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-lock-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('lets one process after the other work, and leaves nothing behind', async () => {
  const lock = join(folder, 'lock');
  const script = `
    import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
    import { appendFileSync } from 'node:fs';
    await withLock(${JSON.stringify(lock)}, async () => {
      appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'in ');
      await new Promise((resolve) => setImmediate(resolve));
      appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'out ');
    });`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script]),
  );
  const ends = await Promise.all(children.map((child) => once(child, 'exit')));
  expect(ends.map(([code]) => code)).toEqual([0, 0, 0, 0]);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('in out '.repeat(4));
  expect(readdirSync(folder)).toEqual(['log']);
});

it('takes over a lock whose owner is gone', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(folder, 'lock'), String(pid));
  expect(await withLock(join(folder, 'lock'), async () => 'worked')).toBe('worked');
});

it('gives the lock back when the work fails', async () => {
  const failing = withLock(join(folder, 'lock'), async () => {
    throw new Error('no luck');
  });
  await expect(failing).rejects.toThrow('no luck');
  expect(readdirSync(folder)).toEqual([]);
});
