import { methodPattern } from '../../../shared/naming/methodNames.ts';
import type { Problem } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import type { RecordingFiles } from './recordingFiles.ts';
import { draftOf } from '../drafts/rememberedDrafts.ts';
import { selectedIn } from '../selectionCommands.ts';
import type { SessionActions } from '../session/sessionActions.ts';

/** A recording takes the place of the one that runs; what was recorded before is kept, and can be had back. */
export class Restarts {
  readonly #store: AppStore;
  readonly #session: SessionActions;
  readonly #files: RecordingFiles;

  constructor(store: AppStore, session: SessionActions, files: RecordingFiles) {
    this.#store = store;
    this.#session = session;
    this.#files = files;
  }

  /** Ends the recording, and begins one of what is chosen by now. */
  async again(): Promise<void> {
    const before = this.#store.state.get().session?.status;
    await this.#session.stop();
    if (!before || this.#store.state.get().session?.status.phase !== 'attached') return; // it says why
    this.#session.results.get()?.changeTree({ kind: 'forgetSteps' });
    const kept = await this.#session.stopped.last();
    await this.#session.start();
    if (kept === null || this.#store.state.get().session?.status.phase !== 'recording') return;
    this.#store.addProblem({
      severity: 'note',
      code: '',
      topic: 'restart',
      message: `Restarted. What was recorded before is kept: ${kept.name}.`,
      remedy: '',
      undo: { kept, draft: draftOf(before.measurement.request, before.target.mainClass, []) },
    });
  }

  /** Makes the selected method the root of a new recording, in place of the one that runs. */
  async selected(): Promise<void> {
    const results = this.#session.results.get();
    await results?.catchUp();
    const selected = results && selectedIn(results);
    if (!selected) return;
    this.#session.changeDraft({ roots: [methodPattern(selected.method)] });
    await this.again();
  }

  /** Shows what was recorded before, and has its choices again; what was recorded since is stopped, and kept too. */
  async undo({ id, undo }: Problem): Promise<void> {
    this.#store.dismiss(id);
    if (!undo) return;
    if (this.#store.state.get().session?.status.phase === 'recording') await this.#session.stop();
    this.#session.changeDraft(undo.draft);
    await this.#files.openKept(undo.kept);
  }
}
