import { SluiceError } from '../base/errors.ts';

/** A file may have names of a megabyte. */
const MOST_TOLD_CHARS = 300;

/** @param found what is wrong, as the end of a sentence */
export function jfrDamaged(found: string): SluiceError {
  const told = found.length > MOST_TOLD_CHARS ? `${found.slice(0, MOST_TOLD_CHARS)}…` : found;
  return new SluiceError(
    'io',
    `The Flight Recorder file is damaged: ${told}.`,
    'Take the file from its source again, or record again.',
  );
}
