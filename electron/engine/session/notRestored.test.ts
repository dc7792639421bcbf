import { expect, it } from 'vitest';
import type { ClassId } from '../../../shared/base/ids.ts';
import { noteText, type OnNote } from '../../../shared/messages/noteMessages.ts';
import { SWAP_STATUS, type NotRestored } from '../../../shared/wire/controlMessage.ts';
import { tellNotRestored } from './notRestored.ts';

function told(left: readonly NotRestored[]): { count: number; notes: readonly string[] } {
  const notes: string[] = [];
  const onNote: OnNote = (id, details) => void notes.push(noteText(id, details));
  return { count: tellNotRestored(left, onNote), notes };
}

function left(status: number, name: string, message: string): NotRestored {
  return { classId: 1 as ClassId, status, name, message };
}

it('each class that the JVM does not restore is told by name and reason', () => {
  expect(
    told([
      left(SWAP_STATUS.refused, 'a.B', 'java.lang.VerifyError'),
      left(SWAP_STATUS.cannotRun, 'a.C', 'java.lang.NoClassDefFoundError: opt/Gone'),
      left(SWAP_STATUS.cannotRun, 'a.D', ''),
    ]),
  ).toEqual({
    count: 3,
    notes: [
      'Class a.B could not be restored: java.lang.VerifyError',
      'Probes stay in class a.C, which cannot run: it needs class opt.Gone, which is missing.',
      'Probes stay in class a.D, which cannot run: its static initialiser failed.',
    ],
  });
});

it('a class that is gone has nothing to restore, and is not told of without a name', () => {
  const gone = [SWAP_STATUS.refused, SWAP_STATUS.cannotRun, SWAP_STATUS.notModifiable];
  expect(told(gone.map((status) => left(status, '', 'java.lang.InternalError')))).toEqual({
    count: 0,
    notes: [],
  });
});
