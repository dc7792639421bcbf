import type { OnNote } from '../../../shared/messages/noteMessages.ts';
import { SWAP_STATUS, type NotRestored } from '../../../shared/wire/controlMessage.ts';
import { problemOf } from '../revelation/refusedClass.ts';

/**
 * Says of each class that has its probes still why, by name.
 * @returns how many there are; what is gone has none
 */
export function tellNotRestored(left: readonly NotRestored[], onNote: OnNote): number {
  let count = 0;
  for (const { status, name, message } of left) {
    const cannotRun = status === SWAP_STATUS.cannotRun;
    if (name === '' || (status !== SWAP_STATUS.refused && !cannotRun)) continue;
    count++;
    if (cannotRun) onNote('probesNeverRun', { class: name, why: problemOf(message) });
    else onNote('classNotRestored', { class: name, why: message });
  }
  return count;
}
