import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkPlace, writeFileAtomically } from './writeFileAtomically.ts';

const BYTES = Uint8Array.of(1, 2, 3);
const deadPid = spawnSync(process.execPath, ['--version']).pid;
let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-save-'));
  path = join(folder, 'a.sluice');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The temporary file of a save that hangs, by another pid and for so long. @returns its name */
async function partOf(pid: number, ageMs: number): Promise<string> {
  let name = '';
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield BYTES; // there is no file before it
    name = readdirSync(folder).find((found) => found.includes(`-${process.pid}-`)) ?? '';
    yield await Promise.reject(new Error('cut short'));
  }
  await expect(writeFileAtomically(path, pieces())).rejects.toThrow('cut short');
  const renamed = name.replace(`-${process.pid}-`, `-${pid}-`);
  writeFileSync(join(folder, name), 'half');
  renameSync(join(folder, name), join(folder, renamed));
  const then = (Date.now() - ageMs) / 1_000;
  utimesSync(join(folder, renamed), then, then);
  return renamed;
}

it('a save removes what one of the same file left that was killed', async () => {
  await partOf(deadPid, 3_600_000);
  await writeFileAtomically(path, BYTES);
  expect(readdirSync(folder)).toEqual(['a.sluice']);
  expect([...readFileSync(path)]).toEqual([1, 2, 3]);
});

it('it removes nothing of a process that lives, nothing that is new, and nothing of another name', async () => {
  const living = await partOf(process.ppid, 3_600_000);
  const fresh = await partOf(deadPid, 1_000);
  const stale = await partOf(deadPid, 3_600_000);
  const others = [`b.sluice${stale.slice('a.sluice'.length)}`, `${stale}x`, stale.replace('.part', '')];
  const elsewhere = stale.replace(/^a\.sluice\.[0-9a-f]{8}/, 'a.sluice.00000000');
  for (const name of [...others, elsewhere]) {
    writeFileSync(join(folder, name), 'kept');
    utimesSync(join(folder, name), 1, 1);
  }
  await writeFileAtomically(path, BYTES);
  expect(readdirSync(folder).sort()).toEqual(['a.sluice', living, fresh, ...others, elsewhere].sort());
});

it('a folder, a device and a place in no folder are refused before and at the save, and stay', async () => {
  writeFileSync(path, 'a file');
  const missing = join(folder, 'none');
  for (const [place, why, remedy] of [
    [folder, 'it is a folder', `Name a file in it: ${join(folder, 'run.sluice')}`],
    ['/dev/null', 'it is a device or pipe, and no file', 'Name a file.'],
    [join(missing, 'a.sluice'), `there is no folder ${missing}`, 'Make that folder, or choose another one.'],
    [join(path, 'a.sluice'), `${path} is no folder`, 'Choose a file in a folder.'],
  ]) {
    const refused = { code: 'io', message: `${place} could not be written: ${why}.`, remedy };
    await expect(checkPlace(place)).rejects.toMatchObject(refused);
    await expect(writeFileAtomically(place, BYTES)).rejects.toMatchObject(refused);
  }
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  await expect(checkPlace(path)).resolves.toBeUndefined();
});

it('what is saved is its user’s alone, whatever the mask', async () => {
  const mask = process.umask(0);
  try {
    await writeFileAtomically(path, BYTES);
  } finally {
    process.umask(mask);
  }
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('what gets its name is whole, and on the disk before', async () => {
  const other = await open(join(folder, 'other'), 'w');
  const FileHandle = Object.getPrototypeOf(other) as typeof other;
  await other.close();
  const partAtSync: string[] = [];
  const { sync } = FileHandle;
  vi.spyOn(FileHandle, 'sync').mockImplementation(async function (this: typeof other) {
    expect(existsSync(path)).toBe(false);
    const part = readdirSync(folder).find((name) => name.endsWith('.part')) ?? '';
    partAtSync.push(readFileSync(join(folder, part)).toString('hex'));
    await sync.call(this);
  });
  await writeFileAtomically(path, BYTES);
  vi.restoreAllMocks();
  expect(partAtSync).toEqual(['010203']);
  expect([...readFileSync(path)]).toEqual([1, 2, 3]);
});
