import { plainText } from '../../shared/naming/prose.ts';
import { isOver, shownView, type AppState } from './appState.ts';
import { EXPORT_CHOICES, type ExportChoice } from './fileFormats.ts';
import { FLAME_INVERTED } from './flameInverted.ts';
import type { Results } from './results.ts';
import { ROW_COMMANDS, type RowCommandId } from './rowCommands.ts';
import { SELECTION_COMMANDS, whyNotSelected } from './selectionCommands.ts';
import type { SelectionStep } from '../worker/selectionSteps.ts';
import { whyNoRoot, whyNotSampled } from './shownJvm.ts';
import type { SluiceApp } from './sluiceApp.ts';
import { THEME, type Theme } from './theme.ts';
import { whyNoRecording } from './whyNoRecording.ts';
import {
  busy,
  canBeCancelled,
  ENGINE_GONE,
  noComparison,
  NOT_BESIDE_JVMS,
  nothingToSave,
  pendingText,
  whyNotRecording,
  whyNoTree,
} from './whyNotNow.ts';

/** Something a user can do: by button, key, menu and palette, which are all made from this list. */
export interface Command {
  readonly id: CommandId;
  readonly title: string;
  readonly group: CommandGroup;
  /** By which it is run wherever the focus is, named as widgets/keyName.ts does; the first one is shown. */
  readonly keys: readonly string[];
  /** By which the view runs it that has the focus; the first one is shown. */
  readonly viewKeys?: readonly string[];
  run(app: SluiceApp): void;
  /** "" when it can be done now, else why not. @param results that the screen is about */
  whyNot(state: AppState, results: Results | null): string;
}

/** The menus, in their order. */
export const COMMAND_GROUPS = ['Recording', 'File', 'Export', 'Tree', 'Row', 'Window'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export type CommandId =
  | 'attach'
  | 'attachDemo'
  | 'runningNow'
  | 'useAsRoot'
  | 'launch'
  | 'start'
  | 'stop'
  | 'pause'
  | 'resume'
  | 'reset'
  | 'snapshot'
  | 'startAgain'
  | 'preview'
  | 'switchOff'
  | 'profileMethod'
  | 'invertFlameGraph'
  | 'undoStep'
  | 'redoStep'
  | SelectionStep
  | RowCommandId
  | 'detach'
  | 'showJvms'
  | 'showSession'
  | 'open'
  | 'save'
  | 'saveRegion'
  | 'closeRecording'
  | 'compare'
  | 'turnComparison'
  | 'saveComparison'
  | 'showComparison'
  | 'closeComparison'
  | 'cancel'
  | 'refresh'
  | 'palette'
  | 'keys'
  | 'copyDiagnostics'
  | `export.${ExportChoice['format']}`
  | `theme.${Theme}`;

/** In a view of results that has the focus. */
export const PROFILE_KEY = 'Shift+p';
export const USE_AS_ROOT_KEY = 'u';

export const COMMAND_LIST: readonly Command[] = [
  {
    id: 'attach',
    title: 'Attach',
    group: 'Recording',
    keys: [],
    viewKeys: ['Enter'],
    run: (app) => {
      const { selectedPid } = app.state.get();
      if (selectedPid !== null) void app.attach(selectedPid);
    },
    whyNot: (state) => {
      if (state.screen !== 'jvms') return NOT_BESIDE_JVMS;
      const jvm = state.jvms?.find(({ pid }) => pid === state.selectedPid);
      if (!jvm) return busy(state) || 'Select a JVM first.';
      return busy(state) || plainText(jvm.whyNot);
    },
  },
  {
    id: 'launch',
    title: 'Launch a Command…',
    group: 'Recording',
    keys: [],
    run: (app) => app.overlay('launch'),
    whyNot: (state) => {
      const { session } = state;
      return session && !isOver(session.status) ? 'Detach first.' : busy(state);
    },
  },
  {
    id: 'attachDemo',
    title: 'Try the demo',
    group: 'Recording',
    keys: [],
    run: (app) => void app.attachDemo(),
    whyNot: (state) => (state.screen === 'jvms' ? busy(state) : NOT_BESIDE_JVMS),
  },
  {
    id: 'runningNow',
    title: 'What Is Running Now',
    group: 'Recording',
    keys: ['Ctrl+j'],
    run: (app) => void app.running.look(),
    whyNot: whyNotSampled,
  },
  {
    id: 'useAsRoot',
    title: 'Use as Root',
    group: 'Recording',
    keys: [],
    viewKeys: [USE_AS_ROOT_KEY],
    run: (app) => void app.useSelectedAsRoot(),
    whyNot: (state, results) => whyNoRoot(state) || whyNotSelected(results),
  },
  {
    id: 'start',
    title: 'Start',
    group: 'Recording',
    keys: ['Ctrl+e'],
    run: (app) => void app.session.start(),
    whyNot: (state) => {
      const session = state.session;
      if (!session) return 'Attach to a JVM first.';
      if (isOver(session.status)) return 'The session is over.';
      if (session.status.phase === 'recording') return 'A recording is running.';
      if (session.status.phase === 'timing') return 'A region is being timed.';
      return busy(state) || whyNoRecording(session.draft);
    },
  },
  {
    id: 'stop',
    title: 'Stop',
    group: 'Recording',
    keys: ['Ctrl+e'],
    run: (app) => void app.session.stop(),
    whyNot: (state) => {
      const phase = state.session?.status.phase;
      return busy(state) || (phase === 'recording' || phase === 'timing' ? '' : 'Nothing is being recorded.');
    },
  },
  {
    id: 'reset',
    title: 'Reset',
    group: 'Recording',
    keys: ['Ctrl+Shift+e'],
    run: (app) => void app.session.reset(),
    whyNot: whyNotRecording,
  },
  {
    id: 'pause',
    title: 'Pause',
    group: 'Recording',
    keys: ['Ctrl+.'],
    run: (app) => void app.session.pause(),
    whyNot: (state) =>
      whyNotRecording(state) || (state.session?.status.paused ? 'The recording is paused.' : ''),
  },
  {
    id: 'resume',
    title: 'Resume',
    group: 'Recording',
    keys: ['Ctrl+.'],
    run: (app) => void app.session.resume(),
    whyNot: (state) =>
      whyNotRecording(state) || (state.session?.status.paused ? '' : 'The recording is not paused.'),
  },
  {
    id: 'snapshot',
    title: 'Snapshot',
    group: 'Recording',
    keys: ['Ctrl+Shift+s'],
    run: (app) => void app.files.takeSnapshot(),
    whyNot: whyNotRecording,
  },
  {
    id: 'preview',
    title: 'Preview',
    group: 'Recording',
    keys: ['Ctrl+Shift+v'],
    run: (app) => {
      app.session.showTab('roots');
      void app.session.askPreview();
    },
    whyNot: ({ session, connection }) => {
      if (connection === 'lost') return ENGINE_GONE;
      if (!session || isOver(session.status)) return 'Attach to a JVM first.';
      return whyNoRecording(session.draft);
    },
  },
  {
    id: 'startAgain',
    title: 'Restart with New Settings',
    group: 'Recording',
    keys: ['Ctrl+Shift+Enter'],
    run: (app) => void app.session.startAgain(),
    whyNot: (state) => whyNotRecording(state) || (state.session ? whyNoRecording(state.session.draft) : ''),
  },
  {
    id: 'switchOff',
    title: 'Switch Off This Method',
    group: 'Recording',
    keys: [],
    viewKeys: ['Delete'],
    run: (app) => void app.session.switchOffSelected(),
    whyNot: (state, results) =>
      state.screen === 'session' && state.session?.status.phase === 'recording'
        ? busy(state) || whyNotSelected(results)
        : 'Methods are switched off while a recording runs.',
  },
  {
    id: 'profileMethod',
    title: 'Profile This Method',
    group: 'Recording',
    keys: [],
    viewKeys: [PROFILE_KEY],
    run: (app) => void app.session.profileSelected(),
    whyNot: (state, results) => {
      const { session, screen } = state;
      if (screen !== 'session' || !session) return 'Methods are profiled in a JVM: this is a recording.';
      return isOver(session.status) ? 'The session is over.' : busy(state) || whyNotSelected(results);
    },
  },
  {
    id: 'invertFlameGraph',
    title: 'Invert Flame Graph',
    group: 'Tree',
    keys: [],
    viewKeys: ['Shift+i'],
    run: (app) => app.settings.of(FLAME_INVERTED).update((isInverted) => !isInverted),
    whyNot: (state) => (shownView(state) === 'flameGraph' ? '' : 'Show the flame graph first.'),
  },
  {
    id: 'undoStep',
    title: 'Undo Change',
    group: 'Tree',
    keys: [],
    viewKeys: ['Backspace', 'Ctrl+z'],
    run: (app) => app.moveSteps(-1),
    whyNot: (state, results) =>
      whyNoTree(state) ||
      (results?.history.get().done.length ? '' : 'Nothing was changed, or all is undone.'),
  },
  {
    id: 'redoStep',
    title: 'Redo Change',
    group: 'Tree',
    keys: [],
    viewKeys: ['Ctrl+Shift+z'],
    run: (app) => app.moveSteps(1),
    whyNot: (state, results) =>
      whyNoTree(state) || (results?.history.get().undone.length ? '' : 'Nothing was undone.'),
  },
  ...SELECTION_COMMANDS.map((command): Command => ({
    id: command.id,
    title: command.title,
    group: 'Tree',
    keys: [],
    viewKeys: command.keys,
    run: (app) => app.shownResults()?.changeTree({ kind: 'takeSelected', step: command.id }),
    whyNot: (state, results) => whyNoTree(state) || whyNotSelected(results, command),
  })),
  ...ROW_COMMANDS.map((command): Command => ({
    id: command.id,
    title: command.title,
    group: 'Row',
    keys: [],
    viewKeys: command.keys,
    run: (app) => {
      const [results, view] = [app.shownResults(), shownView(app.state.get())];
      if (results && view) command.run(app, results, view);
    },
    whyNot: (state, results) => {
      const view = shownView(state);
      return view === null ? whyNoTree(state) : whyNotSelected(results) || command.whyNotIn(view);
    },
  })),
  {
    id: 'detach',
    title: 'Detach',
    group: 'Recording',
    keys: [],
    run: (app) => void app.session.detach(),
    whyNot: (state) => {
      if (!state.session) return 'No JVM is attached.';
      return isOver(state.session.status) ? 'The session is over.' : busy(state);
    },
  },
  {
    id: 'open',
    title: 'Open Recording…',
    group: 'File',
    keys: ['Ctrl+o'],
    run: (app) => void app.files.choose(),
    whyNot: ({ pending }) => pendingText(pending),
  },
  {
    id: 'save',
    title: 'Save Recording…',
    group: 'File',
    keys: ['Ctrl+s'],
    run: (app) => void app.files.saveAs('sluice'),
    whyNot: nothingToSave,
  },
  {
    id: 'saveRegion',
    title: 'Save Region as JSON…',
    group: 'File',
    keys: [],
    run: (app) => app.files.saveRegion(),
    whyNot: ({ session }) => (session?.status.region ? '' : 'No region has been timed.'),
  },
  {
    id: 'closeRecording',
    title: 'Close Recording',
    group: 'File',
    keys: [],
    run: (app) => app.files.close(),
    whyNot: ({ recording }) => (recording ? '' : 'No recording is open.'),
  },
  {
    id: 'compare',
    title: 'Compare Recordings…',
    group: 'File',
    keys: ['Ctrl+d'],
    run: (app) => app.overlay('compare'),
    whyNot: ({ pending }) => pendingText(pending),
  },
  {
    id: 'turnComparison',
    title: 'Swap A and B',
    group: 'File',
    keys: [],
    run: (app) => void app.comparison.turnRound(),
    whyNot: noComparison,
  },
  {
    id: 'saveComparison',
    title: 'Save Comparison as JSON…',
    group: 'File',
    keys: [],
    run: (app) => void app.comparison.save(),
    whyNot: noComparison,
  },
  {
    id: 'closeComparison',
    title: 'Close Comparison',
    group: 'File',
    keys: [],
    run: (app) => app.comparison.close(),
    whyNot: noComparison,
  },
  ...EXPORT_CHOICES.map(({ format, title }): Command => ({
    id: `export.${format}`,
    title,
    group: 'Export',
    keys: [],
    run: (app) => void app.files.saveAs(format),
    whyNot: nothingToSave,
  })),
  {
    id: 'showJvms',
    title: 'Running JVMs',
    group: 'Window',
    keys: [],
    run: (app) => app.show('jvms'),
    whyNot: ({ session }) => (session && !isOver(session.status) ? 'Detach first.' : ''),
  },
  {
    id: 'showSession',
    title: 'Show Session',
    group: 'Window',
    keys: [],
    run: (app) => app.show('session'),
    whyNot: ({ session }) => (session ? '' : 'Nothing has been recorded.'),
  },
  {
    id: 'showComparison',
    title: 'Show Comparison',
    group: 'Window',
    keys: [],
    run: (app) => app.show('comparison'),
    whyNot: noComparison,
  },
  {
    id: 'cancel',
    title: 'Cancel',
    group: 'Window',
    keys: ['Ctrl+Escape', 'Shift+Escape'],
    run: (app) => app.cancel(),
    whyNot: ({ pending, cancelling }) => {
      if (cancelling) return 'It is being cancelled.';
      if (canBeCancelled(pending)) return '';
      return pending ? 'This cannot be cancelled.' : 'Nothing is under way.';
    },
  },
  {
    id: 'refresh',
    title: 'Refresh',
    group: 'Window',
    keys: ['F5'],
    run: (app) => void app.refreshJvms(),
    whyNot: ({ screen }) => (screen === 'jvms' ? '' : 'The list of JVMs is not in front.'),
  },
  {
    id: 'palette',
    title: 'All Commands…',
    group: 'Window',
    keys: ['Ctrl+Shift+p', 'Ctrl+k', 'F1'],
    run: (app) => app.overlay('palette'),
    whyNot: () => '',
  },
  {
    id: 'keys',
    title: 'Keys',
    group: 'Window',
    keys: ['?'],
    run: (app) => app.overlay('keys'),
    whyNot: () => '',
  },
  {
    id: 'copyDiagnostics',
    title: 'Copy Diagnostics',
    group: 'Window',
    keys: [],
    run: (app) => void app.copyDiagnostics(),
    whyNot: () => '',
  },
  themeCommand('system', 'Theme: as the System'),
  themeCommand('light', 'Theme: Light'),
  themeCommand('dark', 'Theme: Dark'),
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

function themeCommand(theme: Theme, title: string): Command {
  return {
    id: `theme.${theme}`,
    title,
    group: 'Window',
    keys: [],
    run: (app) => app.settings.of(THEME).set(theme),
    whyNot: () => '',
  };
}
