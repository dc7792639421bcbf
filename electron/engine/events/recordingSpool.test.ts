import { existsSync, fstatSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { RecordingSpool } from './recordingSpool.ts';

const bytesOf = (count: number, value: number): Uint8Array => new Uint8Array(count).fill(value);

async function readAll(spool: RecordingSpool): Promise<number[]> {
  const all: number[] = [];
  await spool.readAll((bytes) => void all.push(...bytes));
  return all;
}

describe('the spool of a recording', () => {
  it('gives back what was appended, and after a restart only what came then', async () => {
    const spool = new RecordingSpool();
    spool.append(bytesOf(3, 1), true);
    spool.append(bytesOf(2, 2), false);
    expect(await readAll(spool)).toEqual([1, 1, 1, 2, 2]);
    spool.restart();
    spool.append(bytesOf(1, 3), true);
    expect(await readAll(spool)).toEqual([3]);
    spool.close();
  });

  it('past its limit keeps whole blocks only, and nothing that comes later', async () => {
    const spool = new RecordingSpool(6);
    expect(spool.append(bytesOf(3, 1), true)).toBe(true);
    expect(spool.append(bytesOf(2, 2), false)).toBe(true);
    expect(spool.append(bytesOf(2, 2), true)).toBe(false);
    expect(spool.append(bytesOf(1, 3), true)).toBe(false);
    expect(spool).toMatchObject({ full: true, keptBytes: 3 });
    expect(await readAll(spool)).toEqual([1, 1, 1]);
    spool.close();
  });

  it.runIf(process.platform === 'linux')('is a private file without a name', () => {
    const opened = (): string[] =>
      readdirSync('/proc/self/fd').filter((fd) => linkOf(fd).includes('sluice-spool-'));
    const before = opened();
    const spool = new RecordingSpool();
    spool.append(bytesOf(1, 1), true);
    const [fd] = opened().filter((one) => !before.includes(one));
    expect(linkOf(fd)).toMatch(/ \(deleted\)$/);
    expect(fstatSync(Number(fd)).mode & 0o777).toBe(0o600);
    expect(existsSync(dirname(linkOf(fd)))).toBe(false);
    spool.close();
  });

  it('keeps nothing where it can make no file, and the recording goes on', async () => {
    vi.stubEnv('TMPDIR', '/proc/nowhere');
    const spool = new RecordingSpool();
    vi.unstubAllEnvs();
    spool.restart();
    expect(spool.append(bytesOf(1, 1), true)).toBe(false);
    expect(spool.full).toBe(true);
    expect(await readAll(spool)).toEqual([]);
    spool.close();
  });
});

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return ''; // the descriptor of the listing itself
  }
}
