import { expect, it } from 'vitest';
import { fileFailure } from './fileFailure.ts';

it.each([
  [{ code: 'ENOENT' }, 'x.sluice could not be read: there is no such file or folder.'],
  [{ code: 'ERR_FS_FILE_TOO_LARGE' }, 'x.sluice could not be read: it is larger than 2 GiB.'],
  [new Error('the disk is broken'), 'x.sluice could not be read: the disk is broken.'],
])('says in words what the system says by a code: %j', (thrown, message) => {
  const failure = fileFailure('x.sluice could not be read', thrown, 'Give another one.');
  expect(failure).toMatchObject({ code: 'io', message, remedy: 'Give another one.', cause: thrown });
});
