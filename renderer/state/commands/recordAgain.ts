import { countsCalls } from '../../../shared/events/clock.ts';
import { isOver } from '../../../shared/ipc/engineClient.ts';
import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';
import { plainText } from '../../../shared/naming/prose.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { AppState, RecordingDraft, RecordingView } from '../appState.ts';
import { draftOfRecorded, REMEMBERED_DRAFTS, withDraft } from '../drafts/rememberedDrafts.ts';
import { shownJvm } from '../shownJvm.ts';
import type { SluiceApp } from '../app/sluiceApp.ts';
import { busy } from '../whyNotNow.ts';

export const RECORD_AGAIN = 'Record Again';

/**
 * The roots and options of the opened recording are chosen once more: in the JVM that it is of, or else in the one that runs its
 * program by now. Where several do, or none, they are chosen as soon as one of them is attached to.
 */
export async function recordAgain(app: SluiceApp): Promise<void> {
  const { recording } = app.state.get();
  if (!recording) return;
  const { mainClass } = recording.summary.target;
  const draft = draftOfRecorded(recording.summary);
  app.settings.of(REMEMBERED_DRAFTS).update((drafts) => withDraft(drafts, mainClass, draft));
  await app.refreshJvms();
  const state = app.state.get();
  // Meanwhile the user may have gone elsewhere.
  if (state.screen !== 'recording' || state.recording?.summary !== recording.summary) return;
  const { session } = state;
  if (session && !isOver(session.status)) {
    if (session.status.target.mainClass === mainClass) return choose(app, draft);
    return app.sayWhyNot(RECORD_AGAIN, whyOtherJvm(state, recording));
  }
  const ofProgram = state.jvms?.filter((jvm) => jvm.mainClass === mainClass) ?? [];
  const running = ofProgram.filter((jvm) => jvm.whyNot === '');
  const [jvm] = running.filter(({ pid }) => pid === shownJvm(state)?.pid || running.length === 1);
  if (jvm) {
    app.selectJvm(jvm.pid);
    if (await app.attach(jvm.pid)) choose(app, draft);
    return;
  }
  app.show('jvms');
  app.filterJvms(running.length > 1 ? mainClass : '');
  app.sayWhyNot(RECORD_AGAIN, whyNotChosen(visibleText(mainClass), running.length, ofProgram));
}

/** @param running so many of `ofProgram` can be attached to: not one */
function whyNotChosen(name: string, running: number, ofProgram: readonly JvmSummary[]): string {
  if (running > 1)
    return `${running} JVMs run ${name}. Attach to the one that is meant: its form is filled then.`;
  if (ofProgram.length > 0) return plainText(ofProgram[0].whyNot);
  return `No JVM runs ${name}. Start it, and attach to it: its form is filled then.`;
}

/** "" when what is shown can be recorded anew. */
export function whyNotAgain(state: AppState): string {
  const { screen, recording } = state;
  if (screen !== 'recording' || !recording) return 'Open a recording first.';
  const { clock, roots, target } = recording.summary;
  if (!countsCalls(clock) || roots.length === 0) return 'These are samples: they have no roots.';
  if (target.mainClass === '') return 'The file does not tell of which program it is.';
  return busy(state) || whyOtherJvm(state, recording);
}

function whyOtherJvm({ session }: AppState, { summary }: RecordingView): string {
  const isOther =
    session && !isOver(session.status) && session.status.target.mainClass !== summary.target.mainClass;
  return isOther ? 'Detach from the other JVM first.' : '';
}

function choose(app: SluiceApp, draft: RecordingDraft): void {
  app.session.changeDraft(draft);
  app.session.showTab('roots');
  app.show('session');
}
