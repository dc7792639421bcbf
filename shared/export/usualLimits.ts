import { formatBytes, formatCount } from '../naming/formatNumbers.ts';
import { exportFormat, type ExportFormat } from './exportFormats.ts';

/** What servers that store profiles take of one, as they come: Pyroscope's `max_profile_stacktrace_samples` and `max_profile_size_bytes`. */
const USUAL_SAMPLES = 16_000;
const USUAL_BYTES = 4 * 1024 ** 2;

/** A sentence for whoever wrote more than is usually taken, with the options that write less; else null. @param bytes not compressed */
export function limitWarning(format: ExportFormat, samples: number, bytes: number): string | null {
  if (!exportFormat(format).limited || (samples <= USUAL_SAMPLES && bytes <= USUAL_BYTES)) return null;
  return (
    `The file has ${formatCount(samples, ',')} samples and ${formatBytes(bytes)} before compression; servers usually take ` +
    `${formatCount(USUAL_SAMPLES, ',')} and ${formatBytes(USUAL_BYTES)}. Write less with --top-nodes ${USUAL_SAMPLES} or --hide-below 0.1: all sums stay.`
  );
}
