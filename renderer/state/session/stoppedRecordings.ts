import { messageOf } from '../../../shared/base/errors.ts';
import { cutShort } from '../../../shared/ipc/cutShort.ts';
import type { EngineApi, KeptRecording } from '../../../shared/ipc/engineApi.ts';
import type { RecordedSession } from '../../../shared/ipc/recordedSnapshot.ts';
import { noteText } from '../../../shared/messages/noteMessages.ts';
import type { SessionView } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import { offeredName } from '../fileFormats.ts';
import { KeptRecordings } from './keptRecordings.ts';
import type { Results } from '../results.ts';

/**
 * Every recording that has stopped is kept by itself before another one takes its place. One of which there can be no copy
 * is in this window only (`SessionView.whyNotKept`), and the user is asked before it is replaced.
 */
export class StoppedRecordings {
  readonly #store: AppStore;
  /** The engine's copies of what was stopped, opened and saved. */
  readonly kept: KeptRecordings;
  /** The id of the copy; "": there is none. */
  #keeping: Promise<string> = Promise.resolve('');
  /** Counts them. */
  #last = 0;
  #answer: ((replace: boolean) => void) | null = null;

  constructor(store: AppStore, engine: EngineApi) {
    this.#store = store;
    this.kept = new KeptRecordings(store, engine);
  }

  /**
   * @param results     of the session that has recorded it; no other recording begins before it is known whether it `mayBeReplaced`
   * @param streamBytes so much of the session's event stream has all of it
   */
  keep(results: Results, recorded: RecordedSession, streamBytes: Promise<number>): void {
    this.#keeping = this.#keep(results, recorded, streamBytes);
  }

  /** @returns the copy of the one that stopped last; null: nothing was recorded, or it could not be kept */
  async last(): Promise<KeptRecording | null> {
    const id = await this.#keeping;
    return this.kept.list.get().find((kept) => kept.id === id) ?? null;
  }

  /** @returns whether what is in the window may make room; the user is asked where that would be the end of it */
  async mayBeReplaced(): Promise<boolean> {
    await this.#keeping;
    if (!this.#store.state.get().session?.whyNotKept) return true;
    this.#answer?.(false);
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#store.change({ overlay: 'replace' });
    });
  }

  /** What the user has answered to that. */
  answer(replace: boolean): void {
    this.#store.change({ overlay: null });
    this.#answer?.(replace);
    this.#answer = null;
  }

  /** The user has a file of it, or wants none. */
  forgetWhy(): void {
    this.#tell({ whyNotKept: '' });
  }

  /** The engine is gone, before all of the recording had come: there can be no copy of it, and it is not whole. */
  cutShort(session: SessionView): void {
    const status = cutShort(session.status, noteText('engineGone', {}));
    this.#store.change({ session: { ...session, status } });
    if (status.counters.events > 0) this.#tell({ whyNotKept: 'The engine is gone.' });
  }

  /** Another one takes its place. */
  forgetLast(): void {
    this.#last++;
    this.#tell({ whyNotKept: '', isArriving: false });
  }

  async #keep(results: Results, recorded: RecordedSession, streamBytes: Promise<number>): Promise<string> {
    const { target, measurement, counters } = recorded.status;
    const mine = ++this.#last;
    const tellArriving = (isArriving: boolean): void => {
      if (mine === this.#last) this.#tell({ isArriving });
    };
    tellArriving(counters.events > 0);
    try {
      const bytes = await streamBytes;
      if (counters.events === 0) return '';
      const file = await results.write('sluice', recorded, bytes);
      tellArriving(false);
      const { mainClass } = target;
      const { startedAtMs, request } = measurement;
      const name = offeredName(mainClass, startedAtMs, 'sluice');
      const roots = request?.roots ?? [];
      return await this.kept.keep(file, { name, mainClass, startedAtMs, roots, isSaved: false });
    } catch (thrown) {
      tellArriving(false);
      this.#tell({ whyNotKept: messageOf(thrown) });
      return '';
    }
  }

  #tell(change: Partial<Pick<SessionView, 'whyNotKept' | 'isArriving'>>): void {
    const { session } = this.#store.state.get();
    if (session) this.#store.change({ session: { ...session, ...change } });
  }
}
