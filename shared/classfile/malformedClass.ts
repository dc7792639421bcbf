import { SluiceError } from '../base/errors.ts';

/**
 * The one error of this folder: bytes that are no class file. `offset` is a byte of the class file; `found` says what
 * is there, `allowed` what the JVMS allows there.
 */
export function malformedClass(what: string, offset: number, found: string, allowed: string): SluiceError {
  return new SluiceError('protocol', `${what}: byte ${offset}: ${found}; ${allowed}`);
}
