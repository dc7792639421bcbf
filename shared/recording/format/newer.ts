import { SluiceError } from '../../base/errors.ts';

/** @param found what this Sluice cannot read, as a sentence without its stop */
export function newer(found: string): SluiceError {
  return new SluiceError('version', `${found}.`, 'Open it with the Sluice that saved it, or a newer one.');
}
