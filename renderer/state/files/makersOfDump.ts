import { UsageError } from '../../../shared/base/errors.ts';
import type { CallPath } from '../../../shared/analysis/callPath.ts';
import { FOLLOWED_SET } from '../../../shared/recording/sets/followedSet.ts';
import { MethodTable } from '../../../shared/naming/methodTable.ts';
import type { AppState } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import type { HeapDumps } from './heapDumps.ts';
import type { RecordingFiles } from './recordingFiles.ts';
import type { Results } from '../results.ts';
import type { SessionActions } from '../session/sessionActions.ts';
import { unlessAborted } from '../unlessAborted.ts';

/** From a heap dump to the recording that went on while it was made, and back: the opened one, or that of the session. */
export class MakersOfDump {
  readonly #store: AppStore;
  readonly #session: SessionActions;
  readonly #files: RecordingFiles;
  readonly #dumps: HeapDumps;

  constructor(store: AppStore, session: SessionActions, files: RecordingFiles, dumps: HeapDumps) {
    this.#store = store;
    this.#session = session;
    this.#files = files;
    this.#dumps = dumps;
  }

  /** Has the recording tell who has made the objects of the dump. @returns whether it could */
  join(): Promise<boolean> {
    return this.#store.during('open', async (signal) => {
      await this.#dumps.join(await unlessAborted(this.#recording(), signal));
    });
  }

  /** What the selected context, and what it called, has made of the dump. */
  async showInDump(results: Results): Promise<void> {
    await results.catchUp();
    const path = results.selection.get();
    const { dump } = this.#store.state.get();
    if (dump === null)
      return this.#store.report(
        new UsageError(
          'No heap dump is open.',
          'Show the heap and take a dump while the recording goes on, or open the one of that time.',
        ),
      );
    if (dump.makers === null && !(await this.join())) return;
    const name = new MethodTable(
      [...results.methods.values()].map((method) => ({ ...method, root: false })),
    ).namer('short');
    this.#dumps.lookAtMade(path.length === 0 ? null : { path, name: path.map(name).reverse().join(' < ') });
  }

  /** Selects a context in the call tree of the recording that told of it. */
  showInTree(path: CallPath): void {
    const { recording } = this.#store.state.get();
    const isFile = recording !== null && followsInFile(recording);
    const results = (isFile ? this.#files.results : this.#session.results).get();
    if (results === null || path.length === 0) return;
    results.selectPath(path);
    if (isFile) this.#store.change({ screen: 'recording', recording: { ...recording, tab: 'tree' } });
    else {
      const { session } = this.#store.state.get();
      if (session) this.#store.change({ screen: 'session', session: { ...session, tab: 'tree' } });
    }
  }

  async #recording(): Promise<Blob> {
    const { recording } = this.#store.state.get();
    const opened = this.#files.results.get();
    if (recording !== null && opened !== null && followsInFile(recording))
      return opened.write('sluice', null);
    const results = this.#session.results.get();
    if (results === null)
      throw new UsageError(
        'No recording is open.',
        'Open the recording that went on while the dump was made.',
      );
    const { status, streamBytes } = await this.#session.drained();
    return results.write('sluice', this.#session.record.recorded(status), streamBytes);
  }
}

/** Why no recording tells who has made the objects of a dump; "" if one may. */
export function whyNoMakers({ dump, recording, session }: AppState): string {
  if (dump === null) return 'No heap dump is open.';
  if (recording !== null && followsInFile(recording)) return '';
  if ((session?.status.measurement.request?.live.length ?? 0) > 0) return '';
  return 'Open the recording that followed objects (Live) while the dump was made, beside the dump.';
}

function followsInFile({ dataSets }: NonNullable<AppState['recording']>): boolean {
  return dataSets.some(({ id }) => id === FOLLOWED_SET);
}
