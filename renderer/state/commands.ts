import { isOver, type AppState } from './appState.ts';
import type { SluiceApp } from './sluiceApp.ts';

/** Something a user can do: by button, by key, later by menu and palette. */
export interface Command {
  readonly id: CommandId;
  readonly title: string;
  /** As shown: Ctrl+E. Empty when it has no key. */
  readonly key: string;
  run(app: SluiceApp): void;
  /** "" when it can be done now, else why not. */
  whyNot(state: AppState): string;
}

export type CommandId =
  | 'attach'
  | 'attachDemo'
  | 'start'
  | 'stop'
  | 'reset'
  | 'switchOff'
  | 'detach'
  | 'showJvms'
  | 'showSession'
  | 'closeRecording'
  | 'refresh';

const ENGINE_GONE = 'The engine is gone: start Sluice again.';

const COMMAND_LIST: readonly Command[] = [
  {
    id: 'attach',
    title: 'Attach',
    key: 'Enter',
    run: (app) => {
      const { selectedPid } = app.state.get();
      if (selectedPid !== null) void app.attach(selectedPid);
    },
    whyNot: (state) => {
      const jvm = state.jvms?.find(({ pid }) => pid === state.selectedPid);
      if (!jvm) return busy(state) || 'Select a JVM first.';
      return busy(state) || jvm.whyNot;
    },
  },
  {
    id: 'attachDemo',
    title: 'Try the demo',
    key: '',
    run: (app) => void app.attachDemo(),
    whyNot: busy,
  },
  {
    id: 'start',
    title: 'Start',
    key: 'Ctrl+E',
    run: (app) => void app.start(),
    whyNot: (state) => {
      const session = state.session;
      if (!session) return 'Attach to a JVM first.';
      if (isOver(session.status)) return 'The session is over.';
      if (session.status.phase === 'recording') return 'A recording is running.';
      if (session.status.phase === 'timing') return 'A region is being timed.';
      return busy(state) || (session.draft.roots.length === 0 ? 'Choose a root method first.' : '');
    },
  },
  {
    id: 'stop',
    title: 'Stop',
    key: 'Ctrl+E',
    run: (app) => void app.stop(),
    whyNot: (state) => {
      const phase = state.session?.status.phase;
      return busy(state) || (phase === 'recording' || phase === 'timing' ? '' : 'Nothing is being recorded.');
    },
  },
  {
    id: 'reset',
    title: 'Reset',
    key: 'Ctrl+Shift+E',
    run: (app) => app.reset(),
    whyNot: (state) => {
      const status = state.session?.status;
      if (!status?.request || isOver(status) || status.phase === 'preparing')
        return state.connection === 'lost' ? ENGINE_GONE : 'Nothing has been recorded yet.';
      return busy(state);
    },
  },
  {
    id: 'switchOff',
    title: 'Stop measuring the selected method',
    key: 'Delete',
    run: (app) => void app.switchOffSelected(),
    whyNot: (state) =>
      state.screen === 'session' && state.session?.status.phase === 'recording'
        ? busy(state)
        : 'Methods are switched off while a recording runs.',
  },
  {
    id: 'detach',
    title: 'Detach',
    key: '',
    run: (app) => void app.detach(),
    whyNot: (state) => {
      if (!state.session) return 'No JVM is attached.';
      return isOver(state.session.status) ? 'The session is over.' : busy(state);
    },
  },
  {
    id: 'showJvms',
    title: 'Running JVMs',
    key: '',
    run: (app) => app.show('jvms'),
    whyNot: ({ session }) => (session && !isOver(session.status) ? 'Detach first.' : ''),
  },
  {
    id: 'showSession',
    title: 'Show Call Tree',
    key: '',
    run: (app) => app.show('session'),
    whyNot: ({ session }) => (session ? '' : 'Nothing has been recorded.'),
  },
  {
    id: 'closeRecording',
    title: 'Close Recording',
    key: '',
    run: (app) => app.closeRecording(),
    whyNot: ({ recording }) => (recording ? '' : 'No recording is open.'),
  },
  {
    id: 'refresh',
    title: 'Refresh',
    key: 'F5',
    run: (app) => void app.refreshJvms(),
    whyNot: () => '',
  },
];

export const COMMANDS: Readonly<Record<CommandId, Command>> = Object.fromEntries(
  COMMAND_LIST.map((command) => [command.id, command]),
) as Record<CommandId, Command>;

/** Runs it when it can be done. @returns whether it could */
export function runCommand(app: SluiceApp, id: CommandId): boolean {
  const command = COMMANDS[id];
  if (command.whyNot(app.state.get()) !== '') return false;
  command.run(app);
  return true;
}

function busy({ connection, pending }: AppState): string {
  if (connection === 'lost') return ENGINE_GONE;
  if (connection === 'connecting') return 'Connecting to the engine.';
  switch (pending) {
    case 'attach':
      return 'Attaching.';
    case 'start':
      return 'The recording is being prepared.';
    case 'stop':
      return 'The recording is being stopped.';
    case 'detach':
      return 'Detaching.';
    case 'open':
      return 'A recording is being opened.';
    case null:
      return '';
  }
}
