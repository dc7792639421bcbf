import type { AppState } from '../appState.ts';
import type { ExportChoice } from '../fileFormats.ts';
import type { Results } from '../results.ts';
import type { RowCommandId } from './rowCommands.ts';
import type { SelectionStep } from '../../worker/selectionSteps.ts';
import type { SluiceApp } from '../app/sluiceApp.ts';
import type { Theme } from '../theme.ts';
import type { WarmUpChoice } from '../warmUp.ts';

/** Something a user can do: by button, key, menu and palette, which are all made from this list. */
export type Command = CommandParts &
  (
    | { readonly group: 'Recording' }
    | {
        readonly group: Exclude<CommandGroup, 'Recording'>;
        /**
         * Offered in a page that holds a recording and has no engine: it leads to no engine, and not away from that recording.
         * None of the group Recording is.
         */
        readonly offeredAlone: boolean;
      }
  );

interface CommandParts {
  readonly id: CommandId;
  readonly title: string;
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
  | 'threadsNow'
  | 'threadsAgain'
  | 'stopSampling'
  | 'heap'
  | 'countAgain'
  | 'heapDump'
  | 'saveSnapshots'
  | 'closeJvmHeap'
  | 'monitor'
  | 'nameThreads'
  | 'saveMonitor'
  | 'closeMonitor'
  | 'joinDump'
  | 'saveDump'
  | 'closeDump'
  | 'showDump'
  | 'useAsRoot'
  | 'launch'
  | 'start'
  | 'stop'
  | 'pause'
  | 'resume'
  | 'reset'
  | 'snapshot'
  | `warmup.${WarmUpChoice}`
  | 'startAgain'
  | 'recordAgain'
  | 'preview'
  | 'onlyOwnCode'
  | 'ownCodeAndBorders'
  | 'switchOff'
  | 'profileMethod'
  | 'invertFlameGraph'
  | 'myCode'
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
  | 'copyImage'
  | 'copyDiagnostics'
  | `export.${ExportChoice['format']}`
  | `theme.${Theme}`;
