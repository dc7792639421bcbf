import { MEASURED_BY } from './chosenMetrics.ts';
import type { RecordingOptions } from './options.ts';

/** Whether objects are counted: who follows some has to. */
export function countsObjects({ metrics, live }: Pick<RecordingOptions, 'metrics' | 'live'>): boolean {
  return MEASURED_BY[metrics].countsObjects || live.length > 0;
}
