import type { Command, CommandId } from '../state/commands/command.ts';
import { keyName, type KeyPress } from '../widgets/keyName.ts';

/** The commands that a key stands for wherever the focus is; the first that can be done is run. */
export function commandsOfKey(press: KeyPress, commands: readonly Command[]): readonly CommandId[] {
  const name = keyName(press);
  return commands.filter(({ keys }) => keys.includes(name)).map(({ id }) => id);
}

/** A key without Ctrl is a letter where somebody types, or chooses in a menu by the first letter. */
export function isTyping(press: KeyPress, target: EventTarget | null): boolean {
  if (press.ctrlKey || press.metaKey || press.key.length > 1) return false;
  return (
    target instanceof HTMLElement &&
    target.matches('input, textarea, select, [contenteditable], [role=menuitem]')
  );
}
