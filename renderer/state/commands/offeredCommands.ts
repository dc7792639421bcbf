import type { AppState } from '../appState.ts';
import type { Command } from './command.ts';
import { COMMAND_LIST } from './commands.ts';

const OFFERED_ALONE = COMMAND_LIST.filter((command) => command.group !== 'Recording' && command.offeredAlone);

/** All commands; in a page that holds a recording, those that go without an engine. */
export function offeredCommands({ connection }: AppState): readonly Command[] {
  return connection === 'none' ? OFFERED_ALONE : COMMAND_LIST;
}
