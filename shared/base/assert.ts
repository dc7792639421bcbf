import { BugError } from './errors.ts';

/** Checks an invariant of our own code. Never for input from outside: that gets a SluiceError. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}

/** The value, which our own code promises to be there. */
export function ensure<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new BugError(`${what} is missing`);
  return value;
}

/** For the default branch of a switch over a union: the compiler proves it unreachable. */
export function unreachable(value: never): never {
  throw new BugError(`unexpected value ${JSON.stringify(value)}`);
}
