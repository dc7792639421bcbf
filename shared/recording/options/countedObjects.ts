import { hasPart } from './chosenMetrics.ts';
import type { RecordingOptions } from './options.ts';

/** Whether objects are counted: who follows some has to. */
export function countsObjects({ metrics, live }: Pick<RecordingOptions, 'metrics' | 'live'>): boolean {
  return hasPart(metrics, 'objects') || live.length > 0;
}
