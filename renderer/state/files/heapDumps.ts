import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { USUAL_MEMORY_BYTES } from '../../../shared/hprof/dumpLimits.ts';
import type { DominatorChildren } from '../../../shared/hprof/views/dominatorChildren.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import type { HeapFile } from '../../worker/heap/heapFile.ts';
import type { AskedHeapView, FromHeapWorker } from '../../worker/heap/heapProtocol.ts';
import { screenBelow, type ChosenContext } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import { atom, type Atom } from '../atom.ts';
import type { HeapTab } from '../heapTabs.ts';
import type { HeapWorkerClient, StartHeapWorker } from '../heapWorkerClient.ts';
import type { FilePlaces } from '../filePlaces.ts';
import { thrownBy } from '../results.ts';

/** Answers that are kept: going back to a tab asks nothing. */
const MOST_KEPT = 40;

interface Waiting {
  readonly take: (answer: FromHeapWorker) => void;
  readonly fail: (thrown: Error) => void;
}

/** A heap dump that is open: read in a worker of its own, and asked for what its views show. */
export class HeapDumps {
  /** What a question is waiting for; "": nothing. */
  readonly doing: Atom<string> = atom('');
  readonly #store: AppStore;
  readonly #startWorker: StartHeapWorker;
  readonly #places: FilePlaces;
  readonly #waiting = new Map<number, Waiting>();
  readonly #answers = new Map<string, Promise<DataSet>>();
  #worker: HeapWorkerClient | null = null;
  #file: HeapFile | null = null;
  #nextId = 1;

  constructor(store: AppStore, startWorker: StartHeapWorker, places: FilePlaces) {
    this.#store = store;
    this.#startWorker = startWorker;
    this.#places = places;
  }

  /** Shows a dump. One that cannot be read is a problem, and leaves all as it was. @returns whether it could be read */
  open(file: HeapFile, name: string): Promise<boolean> {
    return this.#store.during('open', (signal) => this.read(file, name, signal));
  }

  /** The same, as a part of something else that is under way. */
  async read(file: HeapFile, name: string, signal: AbortSignal): Promise<void> {
    const worker = await this.#opened(file, name, signal);
    this.#worker?.close();
    this.#forgetAnswers();
    this.#worker = worker.client;
    this.#file = file;
    this.#store.change({
      screen: 'dump',
      dump: { name, facts: worker.facts, tab: 'suspects', subject: null, makers: null, madeBy: null },
    });
  }

  /** A view of the dump that is open. */
  ask(question: AskedHeapView): Promise<DataSet> {
    const key = JSON.stringify(question);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#ask((id) => ({ kind: 'ask', id, question })).then((message) => {
      if (message.kind !== 'answer')
        throw new SluiceError('protocol', `The worker answered ${message.kind}.`);
      return message.set;
    });
    answer.catch(() => this.#answers.delete(key));
    this.#answers.set(key, answer);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MOST_KEPT) break;
      this.#answers.delete(oldest);
    }
    return answer;
  }

  /** Has a recording tell who has made the objects of the dump that is open. @param recording its file */
  async join(recording: Blob): Promise<void> {
    const message = await this.#ask((id) => ({ kind: 'join', id, recording }));
    if (message.kind !== 'joined') throw new SluiceError('protocol', `The worker answered ${message.kind}.`);
    this.#answers.clear(); // hints have their makers from now on
    const { dump } = this.#store.state.get();
    if (dump) this.#store.change({ dump: { ...dump, makers: message.makers } });
  }

  /** @param object null: what only the heap itself holds */
  async childrenOf(object: number | null, most: number): Promise<DominatorChildren> {
    const message = await this.#ask((id) => ({ kind: 'askChildren', id, object, most }));
    if (message.kind !== 'children')
      throw new SluiceError('protocol', `The worker answered ${message.kind}.`);
    return message.children;
  }

  showTab(tab: HeapTab): void {
    const { dump } = this.#store.state.get();
    if (dump) this.#store.change({ dump: { ...dump, tab } });
  }

  /** Makes an object or a class what the views of one are about. @param subject as a row is named, or a pattern of classes */
  lookAt(subject: string, tab: HeapTab): void {
    const { dump } = this.#store.state.get();
    if (dump) this.#store.change({ dump: { ...dump, subject, tab } });
  }

  /** What a context has made. @param madeBy null: what any has */
  lookAtMade(madeBy: ChosenContext | null): void {
    const { dump } = this.#store.state.get();
    if (dump) this.#store.change({ screen: 'dump', dump: { ...dump, madeBy, tab: 'made' } });
  }

  report(thrown: unknown): void {
    this.#store.report(thrown);
  }

  /** Gives the user the file, which may be nowhere else. */
  save(): void {
    const { dump } = this.#store.state.get();
    if (!dump || !this.#file) return;
    if (this.#file instanceof Blob) this.#places.giveFile(this.#file, dump.name);
    else this.#places.giveAddress(this.#file.url, dump.name);
  }

  close(): void {
    const state = this.#store.state.get();
    this.#worker?.close();
    this.#worker = null;
    this.#file = null;
    this.#forgetAnswers();
    this.#store.change({ dump: null, screen: state.jvmHeap ? 'jvmHeap' : screenBelow(state) });
  }

  #opened(
    file: HeapFile,
    name: string,
    signal: AbortSignal,
  ): Promise<{ client: HeapWorkerClient; facts: (FromHeapWorker & { kind: 'opened' })['facts'] }> {
    return new Promise((resolve, reject) => {
      const end = (): void => this.#store.change({ progress: null });
      const client = this.#startWorker((message) => {
        if (message.kind === 'progress') {
          if (this.#worker === client) this.doing.set(message.what);
          else if (!signal.aborted) this.#store.change({ progress: message });
        } else if (message.kind === 'opened') {
          end();
          resolve({ client, facts: message.facts });
        } else if (message.kind === 'failed' && message.id === null) {
          end();
          client.close();
          if (this.#worker === client) this.#failAll(thrownBy(message));
          reject(thrownBy({ ...message, message: `${name}: ${message.message}` }));
        } else this.#settle(message);
      });
      signal.addEventListener('abort', () => {
        if (this.#worker !== client) client.close();
        end();
        reject(signal.reason as Error);
      });
      client.send({ kind: 'open', file, memoryBytes: allowedBytes() });
    });
  }

  #ask(makeMessage: (id: number) => Parameters<HeapWorkerClient['send']>[0]): Promise<FromHeapWorker> {
    const worker = this.#worker;
    if (worker === null) return Promise.reject(new SluiceError('busy', 'No heap dump is open.'));
    const id = this.#nextId++;
    this.doing.set('Looking through the heap');
    return new Promise((take, fail) => {
      this.#waiting.set(id, { take, fail });
      worker.send(makeMessage(id));
    });
  }

  #settle(message: Exclude<FromHeapWorker, { kind: 'progress' | 'opened' }>): void {
    const { id } = message;
    const waiting = id === null ? undefined : this.#waiting.get(id);
    if (id === null || waiting === undefined) return;
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.doing.set('');
    if (message.kind === 'failed') waiting.fail(thrownBy(message));
    else waiting.take(message);
  }

  #failAll(thrown: Error): void {
    for (const { fail } of this.#waiting.values()) fail(thrown);
    this.#waiting.clear();
    this.doing.set('');
  }

  #forgetAnswers(): void {
    this.#failAll(new SluiceError('busy', 'The heap dump was closed.'));
    this.#answers.clear();
  }
}

/** Half of what the machine has, as far as the browser tells: it says 8 GB at most. */
function allowedBytes(): number {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  return deviceMemory === undefined ? USUAL_MEMORY_BYTES : Math.max(1, deviceMemory / 2) * 2 ** 30;
}

/** Of a file that the system does not give. */
export function unreadableFile(name: string, thrown: unknown): SluiceError {
  return new SluiceError(
    'io',
    `${name} could not be read: ${messageOf(thrown)}`,
    'It may have been moved, or it is a folder: choose it again.',
  );
}
