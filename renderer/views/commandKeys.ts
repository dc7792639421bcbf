import type { Command } from '../state/commands/command.ts';
import { shownKey } from '../widgets/keyName.ts';

/** The key that a button or menu shows for a command; "" when it has none. */
export function keyOf({ keys, viewKeys = [] }: Command): string {
  const key = [...keys, ...viewKeys].at(0);
  return key === undefined ? '' : shownKey(key);
}
