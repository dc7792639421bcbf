import { SluiceError, messageOf } from './errors.ts';

/** In words: what the system says of it has its own codes, and names that are none of the user's. */
const REASON_OF_CODE: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['ERR_FS_FILE_TOO_LARGE', 'it is larger than 2 GiB'],
]);

/** @param what "x.sluice could not be read" @param thrown by the system */
export function fileFailure(what: string, thrown: unknown, remedy: string): SluiceError {
  const { code } = thrown as { readonly code?: string };
  const why = REASON_OF_CODE.get(code ?? '') ?? messageOf(thrown);
  return new SluiceError('io', `${what}: ${why}.`, remedy, { cause: thrown });
}
