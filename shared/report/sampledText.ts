import { sumOf } from '../base/sumOf.ts';
import { formatCount, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import type { SampledTimes } from '../recording/sampledPhase.ts';

/** How the sampled times of a recording were found, in sentences. */
export function sampledLines({ phases, nsPerSample, rootCallsPerSecond }: SampledTimes): readonly string[] {
  if (phases.length === 0) return [];
  const inRoot = formatCount(sumOf(phases.map((phase) => phase.inRoot)), SEPARATOR);
  const all = formatCount(sumOf(phases.map(({ samples }) => samples)), SEPARATOR);
  const when = phases.map(({ when: at, durationMs }) => `${formatTime(durationMs * 1e6)} ${at}`).join(', ');
  const rate =
    rootCallsPerSecond === null
      ? ''
      : ` The bare root was called ${rootCallsPerSecond.toPrecision(3)} times a second.`;
  return [
    `Time (sampled): of the bare program, ${when}; ${inRoot} of ${all} samples in a root, ${formatTime(nsPerSample)} each.${rate}`,
    '±: two standard errors. ~: no sample of its own, its method’s time by counts. <: no sample of its method, so less than three.',
  ];
}
