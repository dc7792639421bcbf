import type { AppState } from './appState.ts';
import type { Command, CommandId } from './command.ts';
import { COMMAND_LIST } from './commands.ts';

/** Besides those of recording: what leads to an engine, or away from the one recording to a list that is not there. */
const OF_THE_ENGINE: ReadonlySet<CommandId> = new Set([
  'saveRegion',
  'closeRecording',
  'export.html', // the page is one
  'showJvms',
  'showSession',
  'refresh',
  'copyDiagnostics',
  'heap',
  'countAgain',
  'heapDump',
  'saveSnapshots',
  'closeJvmHeap',
]);

const OFFERED_ALONE = COMMAND_LIST.filter(({ id, group }) => group !== 'Recording' && !OF_THE_ENGINE.has(id));

/** All commands; in a page that holds a recording, those that need no engine. */
export function offeredCommands({ connection }: AppState): readonly Command[] {
  return connection === 'none' ? OFFERED_ALONE : COMMAND_LIST;
}
