import { heapSnapshotSets } from '../../../shared/compare/heapSnapshotSets.ts';
import type { EngineApi } from '../../../shared/ipc/engineApi.ts';
import { classHistogramSet } from '../../../shared/recording/sets/classHistogram.ts';
import { dataSetRecording } from '../../../shared/recording/sets/dataSetRecording.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { screenBelow } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import { offeredName } from '../fileFormats.ts';
import type { HeapDumps } from './heapDumps.ts';
import type { FilePlaces } from '../filePlaces.ts';
import { shownJvm } from '../shownJvm.ts';

export const SNAPSHOT_EVERY_MS = 10_000;
const MOST_SNAPSHOTS = 1_000;

/** The heap of a running JVM, without an agent: its objects by class, again and again; a dump of it. */
export class JvmHeaps {
  readonly #store: AppStore;
  readonly #engine: EngineApi;
  readonly #dumps: HeapDumps;
  readonly #places: FilePlaces;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: AppStore, engine: EngineApi, dumps: HeapDumps, places: FilePlaces) {
    this.#store = store;
    this.#engine = engine;
    this.#dumps = dumps;
    this.#places = places;
  }

  /** Counts the objects of the JVM that the screen is about, and shows them. */
  async look(): Promise<void> {
    const jvm = shownJvm(this.#store.state.get());
    if (!jvm) return;
    const { pid, mainClass } = jvm;
    const { jvmHeap } = this.#store.state.get();
    if (jvmHeap?.pid !== pid) {
      this.#stop();
      const fresh = {
        ...{ pid, mainClass, javaVersion: '', startedAtMs: Date.now(), live: true, snapshots: [] },
      };
      this.#store.change({ jvmHeap: { ...fresh, isRepeated: false, announced: null } });
    }
    this.#store.change({ screen: 'jvmHeap' });
    await this.count();
  }

  /** One more snapshot. */
  async count(): Promise<boolean> {
    const before = this.#store.state.get().jvmHeap;
    if (!before) return false;
    return this.#store.during('count', async () => {
      const atMs = Date.now();
      const { live } = before;
      const { pauseMs, ...counts } = await this.#engine.heapCount(before.pid, live);
      const { jvmHeap } = this.#store.state.get();
      if (jvmHeap?.pid !== before.pid || jvmHeap.live !== live) return;
      const startedAtMs = jvmHeap.snapshots.length === 0 ? atMs : jvmHeap.startedAtMs;
      const snapshot = { sinceMs: atMs - startedAtMs, pauseMs, set: classHistogramSet(counts, live) };
      const snapshots = [...jvmHeap.snapshots, snapshot].slice(-MOST_SNAPSHOTS);
      this.#store.change({ jvmHeap: { ...jvmHeap, startedAtMs, snapshots } });
    });
  }

  /** Counts again each 10 s, as long as the screen is in front, or no more. */
  repeat(isRepeated: boolean): void {
    const { jvmHeap } = this.#store.state.get();
    if (!jvmHeap) return;
    this.#store.change({ jvmHeap: { ...jvmHeap, isRepeated } });
    clearTimeout(this.#timer);
    if (isRepeated) this.#timer = setTimeout(() => void this.#again(), SNAPSHOT_EVERY_MS);
  }

  /** Garbage too, or only what is reachable: what was counted otherwise is no longer comparable. */
  countGarbage(withGarbage: boolean): void {
    const { jvmHeap } = this.#store.state.get();
    if (!jvmHeap) return;
    this.#store.change({ jvmHeap: { ...jvmHeap, live: !withGarbage, snapshots: [] } });
    void this.count();
  }

  /** Asks what a dump will cost, and then whether it shall be made. */
  async announceDump(): Promise<void> {
    const { jvmHeap } = this.#store.state.get();
    if (!jvmHeap) return;
    await this.#store.during('count', async () => {
      const announced = await this.#engine.announceDump(jvmHeap.pid);
      const now = this.#store.state.get().jvmHeap;
      if (now) this.#store.change({ jvmHeap: { ...now, announced }, overlay: 'heapDump' });
    });
  }

  /** Has the JVM dump its heap, and opens the dump. */
  async dump(): Promise<void> {
    const { jvmHeap } = this.#store.state.get();
    this.#store.change({ overlay: null });
    if (!jvmHeap) return;
    this.repeat(false);
    await this.#store.during('dump', async (signal) => {
      const atMs = Date.now();
      const { id, fileBytes, pauseMs } = await this.#engine.dumpHeap(jvmHeap.pid);
      const file = { url: new URL(`dumps/${id}`, document.baseURI).href, size: fileBytes };
      const name = offeredName(jvmHeap.mainClass, atMs, 'sluice').replace(/\.sluice$/, '.hprof');
      await this.#dumps.read(file, name, signal);
      this.#store.addProblem({
        ...{ severity: 'note', code: '' },
        message: `${jvmHeap.mainClass} stood still for at most ${(pauseMs / 1000).toFixed(1)} s.`,
        remedy:
          'The dump goes when Sluice ends or makes another one. Save it to keep it: it has passwords in it, as the heap had.',
      });
    });
  }

  /** Gives the user the snapshots as a recording. */
  save(): void {
    const { jvmHeap } = this.#store.state.get();
    if (!jvmHeap || jvmHeap.snapshots.length === 0) return;
    const { pid, mainClass, startedAtMs, snapshots } = jvmHeap;
    const target = { pid, mainClass, javaVersion: '', commandLine: '', vmName: '' };
    const bytes = encodeSnapshot(dataSetRecording(heapSnapshotSets(snapshots), { target, startedAtMs }));
    const name = offeredName(mainClass, startedAtMs, 'sluice').replace(/(?=\.sluice$)/, '-heap');
    this.#places.giveFile(new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  }

  close(): void {
    this.#stop();
    this.#store.change({ jvmHeap: null, screen: screenBelow(this.#store.state.get()) });
  }

  #stop(): void {
    clearTimeout(this.#timer);
  }

  async #again(): Promise<void> {
    const { jvmHeap, screen, pending } = this.#store.state.get();
    if (!jvmHeap?.isRepeated) return;
    if (screen !== 'jvmHeap') return this.repeat(false); // nobody looks, and the program would stand still for it
    if (pending === null && !(await this.count())) return this.repeat(false);
    this.repeat(true);
  }
}
