import type { EngineApi } from '../../../shared/ipc/engineApi.ts';
import { LOOK_EVERY_MS, withLater } from '../../../shared/monitor/monitorSample.ts';
import { dataSetRecording } from '../../../shared/recording/sets/dataSetRecording.ts';
import { monitorSets } from '../../../shared/recording/sets/monitorSets.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { screenBelow, type MonitorView } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import { offeredName } from '../fileFormats.ts';
import type { FilePlaces } from '../filePlaces.ts';
import { shownJvm } from '../shownJvm.ts';

/** A running JVM looked at from outside, each second, before anything is recorded; also while another screen is in front. */
export class JvmMonitors {
  readonly #store: AppStore;
  readonly #engine: EngineApi;
  readonly #places: FilePlaces;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: AppStore, engine: EngineApi, places: FilePlaces) {
    this.#store = store;
    this.#engine = engine;
    this.#places = places;
  }

  /** Shows the JVM that the screen is about, and what it did before if it was looked at. */
  async look(): Promise<void> {
    const jvm = shownJvm(this.#store.state.get());
    if (!jvm) return;
    const { pid, mainClass } = jvm;
    if (this.#store.state.get().monitor?.jvm.pid !== pid) {
      const unknown = { javaVersion: '', collector: '', cores: 0, pools: [] };
      const fresh = { limits: [], samples: [], hasEnded: false, names: new Map<number, string>() };
      this.#store.change({ monitor: { jvm: { pid, mainClass, ...unknown }, ...fresh } });
    }
    this.#store.change({ screen: 'monitor', problems: [] });
    await this.#ask(pid);
  }

  /** Asks for the names of threads in full: by a thread dump. */
  async nameThreads(): Promise<void> {
    const pid = this.#store.state.get().monitor?.jvm.pid;
    if (pid === undefined) return;
    try {
      const names = new Map(await this.#engine.threadNames(pid));
      this.#change(pid, () => ({ names }));
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
    }
  }

  /** Gives the user what was seen as a recording. */
  save(): void {
    const { monitor } = this.#store.state.get();
    const [first] = monitor?.samples ?? [];
    if (!monitor || !first) return;
    const { pid, mainClass, javaVersion } = monitor.jvm;
    const target = { pid, mainClass, javaVersion, commandLine: '', vmName: '' };
    const startedAtMs = Math.round(first.atMs - first.lengthMs);
    const sets = monitorSets(monitor.jvm, monitor.samples, monitor.names);
    const bytes = encodeSnapshot(dataSetRecording(sets, { target, startedAtMs }));
    const name = offeredName(mainClass, startedAtMs, 'sluice').replace(/(?=\.sluice$)/, '-monitor');
    this.#places.giveFile(new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#store.change({ monitor: null });
    this.#store.change({ screen: screenBelow(this.#store.state.get()) });
  }

  /** One question, and the next one a second later as long as there is something to hear. */
  async #ask(pid: number): Promise<void> {
    clearTimeout(this.#timer);
    const { monitor } = this.#store.state.get();
    if (monitor?.jvm.pid !== pid) return;
    try {
      const afterMs = monitor.samples.at(-1)?.atMs ?? 0;
      const { jvm, limits, samples, hasEnded } = await this.#engine.monitor(pid, afterMs);
      this.#change(pid, (now) => {
        const lastMs = now.samples.at(-1)?.atMs ?? 0; // another question may have been answered meanwhile
        const later = samples.filter(({ atMs }) => atMs > lastMs);
        return { jvm, limits, hasEnded, samples: withLater(now.samples, later) };
      });
      if (!hasEnded) this.#askLater(pid);
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
      this.#change(pid, () => ({ hasEnded: true }));
    }
  }

  #askLater(pid: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(pid), LOOK_EVERY_MS);
  }

  #change(pid: number, change: (monitor: MonitorView) => Partial<MonitorView>): void {
    const { monitor } = this.#store.state.get();
    if (monitor?.jvm.pid === pid) this.#store.change({ monitor: { ...monitor, ...change(monitor) } });
  }
}
