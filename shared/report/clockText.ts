import type { Calibration } from '../cct/cctTable.ts';
import type { TimeSource } from '../events/clock.ts';

/** The sentence that stands beside all numbers: where their times are from. */
export function clockText(clock: TimeSource): string {
  switch (clock) {
    case 'nano':
      return 'Clock: nano.';
    case 'bursts':
      return 'Clock: bursts: counts are exact, times estimated from some calls.';
    case 'ticker':
      return 'Clock: ticker.';
    case 'cpu':
      return 'Clock: cpu: CPU time, without waits and sleep; calls on virtual threads have no such time and are counted only.';
    case 'none':
      return 'Clock: none, calls only.';
    case 'samples':
      return 'Times are estimated from samples: how often a method was found at work, times the period. Calls are not counted.';
  }
}

/** 23.5 + 24.3 ns: inside the method and in its caller. */
export function probeCost({ innerNs, outerNs }: Calibration): string {
  return `${innerNs.toFixed(1)} + ${outerNs.toFixed(1)} ns`;
}
