import { SluiceError, messageOf } from './errors.ts';

/** As V8 says that there is no room for a typed array, or that none can be so long. */
const NO_ROOM = /allocation failed|invalid (typed )?array (buffer )?length/i;

/** An allocation failed. What was there before is as it was, and smaller things may still fit. */
export function isOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof RangeError && NO_ROOM.test(thrown.message);
}

/** An allocation that failed as users are told of it; all else is what it was. */
export function toldOfMemory(thrown: unknown): unknown {
  if (!isOutOfMemory(thrown)) return thrown;
  return new SluiceError(
    'memory',
    `There is not enough memory: ${messageOf(thrown)}.`,
    'Record less: choose a smaller root, or exclude methods that are called most. Or give Sluice more memory.',
    { cause: thrown },
  );
}
