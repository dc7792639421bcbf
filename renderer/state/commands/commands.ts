import type { Command, CommandId } from './command.ts';
import { FILE_COMMANDS } from './fileCommands.ts';
import { HEAP_COMMANDS } from './heapCommands.ts';
import { MONITOR_COMMANDS } from './monitorCommands.ts';
import { RECORDING_COMMANDS } from './recordingCommands.ts';
import type { SluiceApp } from '../app/sluiceApp.ts';
import { TREE_COMMANDS } from './treeCommands.ts';
import { WINDOW_COMMANDS } from './windowCommands.ts';

/** All of them: the palette's order. */
export const COMMAND_LIST: readonly Command[] = [
  ...RECORDING_COMMANDS,
  ...TREE_COMMANDS,
  ...FILE_COMMANDS,
  ...HEAP_COMMANDS,
  ...MONITOR_COMMANDS,
  ...WINDOW_COMMANDS,
];

export const COMMANDS: Readonly<Record<CommandId, Command>> = Object.fromEntries(
  COMMAND_LIST.map((command) => [command.id, command]),
) as Record<CommandId, Command>;

/** "" when it can be done now, else why not. */
export function whyNotNow(app: SluiceApp, command: Command): string {
  return command.whyNot(app.state.get(), app.shownResults());
}

/** Runs it when it can be done. @returns whether it could */
export function runCommand(app: SluiceApp, id: CommandId): boolean {
  const command = COMMANDS[id];
  if (whyNotNow(app, command) !== '') return false;
  command.run(app);
  return true;
}

/** The same for a key: one that does nothing says why. */
export function runCommandOrSay(app: SluiceApp, id: CommandId): void {
  const whyNot = whyNotNow(app, COMMANDS[id]);
  if (whyNot === '') COMMANDS[id].run(app);
  else app.sayWhyNot(COMMANDS[id].title, whyNot);
}
