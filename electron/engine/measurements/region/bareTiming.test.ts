import { describe, expect, it } from 'vitest';
import { BareTiming } from './bareTiming.ts';

/** Looks at windows of 500 ms with passes of so many µs each, in those with a # while compilers have work. @returns of each, the mean in µs once they are steady */
function looks(windows: string, passesEach = 20): string {
  const timing = new BareTiming(500);
  let passes = 0;
  let ns = 0;
  let compilingMs = 0;
  return windows
    .split(' ')
    .map((window, i) => {
      const us = Number(window.replace('#', ''));
      passes += passesEach;
      ns += passesEach * us * 1_000;
      compilingMs += window.includes('#') ? 60 : 40;
      const bare = timing.look(500 * (i + 1), { passes, timed: passes, meanNs: ns / passes }, compilingMs);
      return bare === null ? '-' : `${(bare.meanNs / 1_000).toFixed(1)}x${bare.passes}`;
    })
    .join(' ');
}

describe('timing the bare root', () => {
  it('ends when three windows agree, less what an empty pass measures', () => {
    expect(looks('40 31 19 12.4 12.1 12.7')).toBe('- - - - - 11.9x60');
  });

  it('compares the least of the last six: what a machine does besides only adds', () => {
    expect(looks('40 12 31 12.3 19 12')).toBe('- - - - - 11.6x60');
  });

  it('goes on while even these differ by more than a tenth', () => {
    expect(looks('40 30 20 15 13 11')).toBe('- - - - - -');
  });

  it('leaves out the windows in which the compilers had work: code that is not compiled yet may be steady', () => {
    expect(looks('40# 41# 40# 41# 12.4 12.2# 12.1 12.7')).toBe('- - - - - - - 11.9x60');
  });

  it('waits for ten passes in each window', () => {
    expect(looks('12 12 12 12 12 12', 4)).toBe('- - - - - -');
  });

  it('is no time below zero', () => {
    expect(looks('0.2 0.2 0.2')).toBe('- - 0.0x60');
  });
});
