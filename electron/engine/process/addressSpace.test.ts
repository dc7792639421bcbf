import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { AddressSpace, sizeOf, softLimit } from './addressSpace.ts';

const LIMITED =
  'Max cpu time              unlimited            unlimited            seconds   \n' +
  'Max address space         1228800000           unlimited            bytes     \n';

describe('the address space', () => {
  it('is limited where the system says so', () => {
    expect(softLimit(LIMITED)).toBe(1_228_800_000);
    expect(softLimit(LIMITED.replace('1228800000', 'unlimited '))).toBe(Infinity);
    expect(softLimit('')).toBe(Infinity);
  });

  it('is taken as far as the system says', () => {
    expect(sizeOf('Name:\tnode\nVmPeak:\t  800000 kB\nVmSize:\t  731204 kB\n')).toBe(731_204 * 1_024);
    expect(sizeOf('')).toBe(0);
  });

  it.runIf(process.platform === 'linux')('is known of a process with a limit as the system counts it', () => {
    const [limit, size] = execFileSync('sh', [
      '-c',
      'ulimit -v 400000; cat /proc/self/limits /proc/self/status',
    ])
      .toString()
      .split(/(?=^Name:)/m);
    expect(softLimit(limit)).toBe(400_000 * 1_024);
    expect(sizeOf(size)).toBeGreaterThan(0);
  });

  it('has no end where nobody has limited it', () => {
    expect(new AddressSpace().leftBytes).toBeGreaterThan(0);
  });
});
