import { SluiceError } from '../../base/errors.ts';

/** @param found what is wrong, as the end of a sentence */
export function damaged(found: string): SluiceError {
  return new SluiceError(
    'io',
    `The recording is damaged: ${found}.`,
    'Take the file from its source again, or record again.',
  );
}
