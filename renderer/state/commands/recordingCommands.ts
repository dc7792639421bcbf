import type { Command } from './command.ts';
import { plainText } from '../../../shared/naming/prose.ts';
import { isOver } from '../../../shared/ipc/engineClient.ts';
import { RECORD_AGAIN, recordAgain, whyNotAgain } from './recordAgain.ts';
import { hasSession, type AppState } from '../appState.ts';
import { WARMUP, type WarmUpChoice } from '../warmUp.ts';
import { whyNotSelected } from '../selectionCommands.ts';
import { whyNoRoot, whyNotAsked, whyNotSampled } from '../shownJvm.ts';
import { whyNoRecording } from '../drafts/whyNoRecording.ts';
import { busy, NOT_BESIDE_JVMS, whyNotAttached, whyNotRecording } from '../whyNotNow.ts';
import { lookWhatRuns, showThreads, takeSelectedAsRoot } from './shownJvmActions.ts';

/** In a view of results that has the focus. */
export const PROFILE_KEY = 'Shift+p';
export const USE_AS_ROOT_KEY = 'u';

/** What is done with a JVM: attach, record, switch off, detach. */
export const RECORDING_COMMANDS: readonly Command[] = [
  {
    id: 'attach',
    title: 'Attach',
    group: 'Recording',
    keys: [],
    viewKeys: ['Enter'],
    run: (app) => {
      const pid = pidToAttach(app.state.get());
      if (pid !== null) void app.attach(pid);
    },
    whyNot: (state) => {
      if (state.screen !== 'jvms' && state.screen !== 'monitor') return NOT_BESIDE_JVMS;
      if (state.screen === 'monitor' && hasSession(state)) return 'Detach first.';
      const wanted = pidToAttach(state);
      const jvm = state.jvms?.find(({ pid }) => pid === wanted);
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
    run: (app) => lookWhatRuns(app),
    whyNot: whyNotSampled,
  },
  {
    id: 'threadsNow',
    title: 'Threads and Locks',
    group: 'Recording',
    keys: [],
    run: showThreads,
    whyNot: whyNotAsked,
  },
  {
    id: 'threadsAgain',
    title: 'Refresh Threads',
    group: 'Recording',
    keys: ['F5'],
    run: (app) => void app.threads.again(),
    whyNot: (state) =>
      state.screen === 'recording' && state.threadsNow !== null
        ? busy(state)
        : 'No threads of a running JVM are in front.',
  },
  {
    id: 'useAsRoot',
    title: 'Use as Root',
    group: 'Recording',
    keys: [],
    viewKeys: [USE_AS_ROOT_KEY],
    run: (app) => void takeSelectedAsRoot(app),
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
    id: 'stopSampling',
    title: 'Stop Sampling',
    group: 'Recording',
    keys: [],
    run: (app) => void app.running.stop(),
    whyNot: (state) => (state.sampling ? busy(state) : 'No JVM is being sampled.'),
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
      whyNotRecording(state) || (state.session?.status.measurement.paused ? 'The recording is paused.' : ''),
  },
  {
    id: 'resume',
    title: 'Resume',
    group: 'Recording',
    keys: ['Ctrl+.'],
    run: (app) => void app.session.resume(),
    whyNot: (state) =>
      whyNotRecording(state) ||
      (state.session?.status.measurement.paused ? '' : 'The recording is not paused.'),
  },
  warmUpCommand('auto', 'Leave Out the Warm-Up'),
  warmUpCommand('none', 'Keep the Warm-Up'),
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
    whyNot: (state) => whyNotAttached(state) || (state.session ? whyNoRecording(state.session.draft) : ''),
  },
  {
    id: 'onlyOwnCode',
    title: 'Only My Code',
    group: 'Recording',
    keys: [],
    run: (app) => void app.session.onlyOwnCode(false),
    whyNot: whyNotAttached,
  },
  {
    id: 'ownCodeAndBorders',
    title: 'My Code and Its Borders',
    group: 'Recording',
    keys: [],
    run: (app) => void app.session.onlyOwnCode(true),
    whyNot: whyNotAttached,
  },
  {
    id: 'startAgain',
    title: 'Restart with New Settings',
    group: 'Recording',
    keys: ['Ctrl+Shift+Enter'],
    run: (app) => void app.restarts.again(),
    whyNot: (state) => whyNotRecording(state) || (state.session ? whyNoRecording(state.session.draft) : ''),
  },
  {
    id: 'recordAgain',
    title: RECORD_AGAIN,
    group: 'Recording',
    keys: [],
    run: (app) => void recordAgain(app),
    whyNot: whyNotAgain,
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
    run: (app) => void app.restarts.selected(),
    whyNot: (state, results) => {
      const { session, screen } = state;
      if (screen !== 'session' || !session) return 'Methods are profiled in a JVM: this is a recording.';
      return isOver(session.status) ? 'The session is over.' : busy(state) || whyNotSelected(results);
    },
  },
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
];

/** The JVM that is selected, or the one that is looked at; null: none. */
function pidToAttach({ screen, selectedPid, monitor }: AppState): number | null {
  return screen === 'monitor' && monitor ? monitor.jvm.pid : selectedPid;
}

/** Of this recording, while it lasts, and of all to come. */
function warmUpCommand(choice: WarmUpChoice, title: string): Command {
  return {
    id: `warmup.${choice}`,
    title,
    group: 'Recording',
    keys: [],
    run: (app) => {
      app.settings.of(WARMUP).set(choice);
      if (choice === 'none') app.session.warmUp.keepAll();
    },
    whyNot: () => '',
  };
}
