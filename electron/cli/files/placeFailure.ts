import { dirname } from 'node:path';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';

interface Cause {
  readonly why: string;
  readonly remedy: string;
}

/** Why a file could not be written, and what helps against that. @param thrown by the system */
export function placeFailure(path: string, thrown: unknown): SluiceError {
  const { why, remedy } = causeOf(path, thrown as NodeJS.ErrnoException);
  return refusedPlace(path, why, remedy, thrown);
}

export function refusedPlace(path: string, why: string, remedy: string, cause?: unknown): SluiceError {
  return new SluiceError('io', `${path} could not be written: ${why}.`, remedy, { cause });
}

function causeOf(path: string, thrown: NodeJS.ErrnoException): Cause {
  const folder = dirname(path);
  switch (thrown.code) {
    case 'ENOENT':
      return { why: `there is no folder ${folder}`, remedy: 'Make that folder, or choose another one.' };
    case 'ENOTDIR':
      return { why: `${folder} is no folder`, remedy: 'Choose a file in a folder.' };
    case 'EEXIST':
      return { why: 'it is there already', remedy: 'Choose another name, or delete it.' };
    case 'EACCES':
    case 'EPERM':
      return {
        why: `you may not write in ${folder}`,
        remedy: 'Choose a file in a folder of yours, or have its owner let you write there.',
      };
    case 'EROFS':
      return { why: 'its file system is read-only', remedy: 'Choose a file on another file system.' };
    case 'ENOSPC':
    case 'EDQUOT':
      return { why: 'the disk is full', remedy: 'Make room on it, or choose a file on another disk.' };
    case 'ENAMETOOLONG':
      return { why: 'its name is too long', remedy: 'Choose a shorter name.' };
    default:
      return { why: messageOf(thrown), remedy: 'Choose another file.' };
  }
}
