import { messageOf, SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { isOutOfMemory } from '../../../shared/base/outOfMemory.ts';
import { HeapDump } from '../../../shared/hprof/heapDump.ts';
import { dominatorChildren } from '../../../shared/hprof/views/dominatorChildren.ts';
import { answerOf } from '../../../shared/hprof/views/heapQuestion.ts';
import {
  ALL_OBJECTS,
  classesLike,
  subjectNamed,
  type HeapSubject,
} from '../../../shared/hprof/views/heapSubject.ts';
import type { CallPath } from '../../../shared/analysis/callPath.ts';
import { madeContexts } from '../../../shared/recording/sets/madeContexts.ts';
import { decodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { blobDump } from './blobDump.ts';
import type { HeapFile } from './heapFile.ts';
import type { AskedHeapView, FromHeapWorker, JoinedMakers, ToHeapWorker } from './heapProtocol.ts';

const PROGRESS_MS = 100;

/** The worker's side of one opened dump. Questions are answered one after the other. To cancel, the page ends the worker. */
export class HeapSession {
  readonly #post: (message: FromHeapWorker) => void;
  #dump: HeapDump | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(post: (message: FromHeapWorker) => void) {
    this.#post = post;
  }

  receive(message: ToHeapWorker): Promise<void> {
    this.#last = this.#last.then(() => this.#answer(message));
    return this.#last;
  }

  async #answer(message: ToHeapWorker): Promise<void> {
    try {
      switch (message.kind) {
        case 'open':
          return await this.#open(message.file, message.memoryBytes);
        case 'ask': {
          const set = await this.#setOf(message.question);
          return this.#post({ kind: 'answer', id: message.id, set });
        }
        case 'join': {
          const makers = await this.#join(message.recording);
          return this.#post({ kind: 'joined', id: message.id, makers });
        }
        case 'askChildren': {
          const children = await dominatorChildren(this.#opened(), message.object, message.most);
          return this.#post({ kind: 'children', id: message.id, children });
        }
      }
    } catch (thrown) {
      this.#post({ kind: 'failed', id: message.kind === 'open' ? null : message.id, ...toldFailure(thrown) });
    }
  }

  async #open(file: HeapFile, memoryBytes: number): Promise<void> {
    const startedAtMs = performance.now();
    let toldAtMs = 0;
    const onProgress = (what: string, done: number): void => {
      if (performance.now() - toldAtMs < PROGRESS_MS && done > 0) return;
      toldAtMs = performance.now();
      this.#post({ kind: 'progress', what, done });
    };
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
    const dump = await HeapDump.read(await blobDump(file), { onProgress, pause, memoryBytes });
    await dump.retained(); // of most views; later it would look as if they hung
    this.#dump = dump;
    const { sizes } = dump.graph;
    this.#post({
      kind: 'opened',
      facts: {
        objects: dump.count,
        bytes: sizes.sizes.reduce((sum, units) => sum + units * 8, 0),
        fileBytes: file.size,
        seconds: (performance.now() - startedAtMs) / 1000,
        layout: sizes.layout.title,
        isLayoutAssumed: sizes.reason === 'assumed',
      },
    });
  }

  async #join(recording: Blob): Promise<JoinedMakers> {
    const dump = this.#opened();
    const made = madeContexts(decodeSnapshot(new Uint8Array(await recording.arrayBuffer())));
    if (made === null)
      throw new UsageError('The recording followed no objects.', 'Choose live objects before it is started.');
    const { contexts, contextOf } = await dump.join(made);
    return { contexts, objects: contextOf.size };
  }

  #setOf({ view, subject, madeBy, top }: AskedHeapView): ReturnType<typeof answerOf> {
    const dump = this.#opened();
    const about = madeBy === undefined ? subjectOf(dump, subject) : madeByContext(dump, madeBy);
    return answerOf(dump, { view, top, depth: Infinity, subject: about });
  }

  #opened(): HeapDump {
    if (this.#dump === null) throw new SluiceError('busy', 'No heap dump is open.');
    return this.#dump;
  }
}

function subjectOf(dump: HeapDump, name: string | null): HeapSubject {
  if (name === null) return ALL_OBJECTS;
  return subjectNamed(dump, name) ?? classesLike(name);
}

function madeByContext({ makers }: HeapDump, path: CallPath): HeapSubject {
  const contexts = (makers?.contexts ?? []).flatMap((context, i) =>
    path.every((method, depth) => context.path.at(depth) === method) ? [i] : [],
  );
  return { kind: 'made', name: 'this context', contexts: new Set(contexts), isWanted: ALL_OBJECTS.isWanted };
}

function toldFailure(
  thrown: unknown,
): Pick<FromHeapWorker & { kind: 'failed' }, 'code' | 'message' | 'remedy'> {
  if (isOutOfMemory(thrown) || (thrown instanceof SluiceError && thrown.code === 'memory'))
    return {
      code: 'memory',
      message:
        thrown instanceof SluiceError ? thrown.message : 'The browser has no memory left for the heap dump.',
      remedy: 'The command line takes more: sluice heap FILE --view suspects --memory 12g.',
    };
  if (thrown instanceof SluiceError) {
    const { code, message, remedy } = thrown;
    return { code, message, remedy };
  }
  return { code: 'bug', message: messageOf(thrown), remedy: '' };
}
