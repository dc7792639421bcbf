import { SAMPLE_SOURCES, type SampleSource } from '../events/clock.ts';
import type { Fields } from './format/jsonFields.ts';

/** How the sampled times of a recording were found. */
export interface SampledTimes {
  /** What a sample stands for in them. */
  readonly nsPerSample: number;
  /** Of the bare program; null: not known, and taken to be that of the recording. */
  readonly rootCallsPerSecond: number | null;
  readonly phases: readonly SampledPhase[];
}

/** The bare program was sampled: before the recording, or after it. */
export interface SampledPhase {
  readonly when: 'before' | 'after';
  /** Missing in files from before there was this field. */
  readonly source?: SampleSource;
  readonly durationMs: number;
  readonly samples: number;
  /** Those within a root. */
  readonly inRoot: number;
  /** Of them, those of paths that the recording does not have. */
  readonly astray: number;
  /** What a sample stands for, by the CPU time of the threads. */
  readonly nsPerSample: number;
}

/** As a file has them. @throws SluiceError 'io' */
export function sampledTimesOf(fields: Fields): SampledTimes {
  return {
    nsPerSample: fields.number('nsPerSample'),
    rootCallsPerSecond: fields.isKnown('rootCallsPerSecond') ? fields.number('rootCallsPerSecond') : null,
    phases: fields.objects('phases').map((phase) => ({
      when: phase.oneOf('when', ['before', 'after'] as const),
      ...(phase.has('source') ? { source: phase.oneOf('source', SAMPLE_SOURCES) } : {}),
      ...phase.numbers('durationMs', 'samples', 'inRoot', 'astray', 'nsPerSample'),
    })),
  };
}
