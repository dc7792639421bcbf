import type { CurveLine, CurveUnit } from '../../../shared/monitor/curves.ts';
import { KEPT_MS, type MonitorSample } from '../../../shared/monitor/monitorSample.ts';

/** A curve that has just begun is not drawn wider than this. */
const LEAST_MS = 60_000;

/** The time that is shown: up to the last sample, in milliseconds since 1970. */
export interface ShownTime {
  readonly fromMs: number;
  readonly toMs: number;
}

export function shownTime(samples: readonly MonitorSample[]): ShownTime {
  const toMs = samples.at(-1)?.atMs ?? LEAST_MS;
  const fromMs = samples.at(0)?.atMs ?? toMs;
  return { fromMs: toMs - Math.min(KEPT_MS, Math.max(LEAST_MS, toMs - fromMs)), toMs };
}

/** The sample that is nearest to a moment, by its index; -1: there is none. */
export function nearest(samples: readonly MonitorSample[], atMs: number): number {
  let best = samples.length - 1;
  // From the newest on: most often that is it, and it is ten minutes at most.
  for (let i = best - 1; i >= 0; i--) {
    if (Math.abs(samples[i].atMs - atMs) > Math.abs(samples[best].atMs - atMs)) break;
    best = i;
  }
  return best;
}

/** A value that has two halves of its own: what no value of the lines exceeds. Where nothing is known, as little as can be. */
export function topOf(
  samples: readonly MonitorSample[],
  lines: readonly CurveLine[],
  unit: CurveUnit,
): number {
  let most = LEAST_TOP[unit];
  for (const sample of samples) for (const { of } of lines) most = Math.max(most, of(sample) ?? 0);
  if (unit === 'bytes') return roundedUp(most, 2 ** (Math.floor(Math.log2(most)) - 2));
  const tenth = 10 ** Math.floor(Math.log10(most)) / (unit === 'count' && most < 10 ? 1 : 5);
  return roundedUp(most, unit === 'count' ? Math.max(2, tenth) : tenth);
}

/** As what a machine that does nothing is drawn. */
const LEAST_TOP: Readonly<Record<CurveUnit, number>> = { cores: 0.1, bytes: 1 << 20, count: 2, msPerS: 1 };

function roundedUp(value: number, step: number): number {
  return Math.ceil(value / step - 1e-9) * step;
}

/** Before the last sample: "−2 min", "−30 s", "now". */
export function agoText(ms: number): string {
  if (ms === 0) return 'now';
  return ms % 60_000 === 0 ? `−${ms / 60_000} min` : `−${ms / 1000} s`;
}

const AGO_STEPS_MS = [10_000, 20_000, 30_000, 60_000, 120_000, 300_000];

/** Moments with a label, as milliseconds before the last sample: so far apart that at most so many have room. */
export function agoTicks({ fromMs, toMs }: ShownTime, most: number): readonly number[] {
  const lengthMs = toMs - fromMs;
  const stepMs = AGO_STEPS_MS.find((step) => lengthMs / step <= most) ?? KEPT_MS;
  return Array.from({ length: Math.floor(lengthMs / stepMs) + 1 }, (_, i) => i * stepMs);
}
