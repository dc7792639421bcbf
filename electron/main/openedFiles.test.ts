import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openedFileIn, readOpenedFile } from './openedFiles.ts';

it.each([
  [['sluice', 'run.sluice'], '/data/run.sluice'],
  [['electron', '.', '--demo', '/tmp/a b.sluice'], '/tmp/a b.sluice'],
  [['sluice', 'threads.txt'], '/data/threads.txt'],
  [['sluice', 'run.JFR'], '/data/run.JFR'],
  [['sluice', 'run.jfr.gz'], '/data/run.jfr.gz'],
  [['electron', 'main.js', 'heap.hprof'], '/data/heap.hprof'],
  [['sluice', '--flag=x.sluice'], null],
  [['sluice'], null],
] as const)('%j opens %s', (argv, path) => {
  expect(openedFileIn(argv, '/data')).toBe(path);
});

it('says in a sentence what cannot be read, with its path once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-opened-'));
  try {
    const path = join(folder, 'run.sluice');
    await expect(readOpenedFile(path)).rejects.toMatchObject({
      message: `${path} could not be read: there is no such file or folder.`,
      remedy: 'Open another file: File, Open File….',
    });
    await expect(readOpenedFile(folder)).rejects.toThrow('could not be read: it is a folder.');
    writeFileSync(path, 'bytes');
    expect(await readOpenedFile(path)).toEqual({
      name: 'run.sluice',
      bytes: new TextEncoder().encode('bytes').buffer,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
