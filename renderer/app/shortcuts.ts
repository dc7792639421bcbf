import type { CommandId } from '../state/commands.ts';
import { keyName, type KeyPress } from '../widgets/keyName.ts';

/** Keys that work wherever the focus is. Keys of one view (tree, tables) are handled by that view. */
const GLOBAL_KEYS: Readonly<Record<string, readonly CommandId[]>> = {
  'Ctrl+e': ['start', 'stop'],
  'Ctrl+Shift+e': ['reset'],
};

/** The commands that a key stands for; the first that can be done is run. */
export function commandsOfKey(press: KeyPress): readonly CommandId[] {
  return GLOBAL_KEYS[keyName(press)] ?? [];
}
