import { isOutOfMemory } from '../../shared/base/outOfMemory.ts';
import type { ToCctWorker } from './cctProtocol.ts';
import { HEAP_WORKER, type ToHeapWorker } from './heap/heapProtocol.ts';
import { HeapSession } from './heap/heapSession.ts';
import { WorkerSession } from './workerSession.ts';

/** The worker itself: messages of the page to the session, its answers back. A page may start one script only: by its name it reads heap dumps. */
if (self.name === HEAP_WORKER) {
  const dump = new HeapSession((message) => postMessage(message));
  addEventListener('message', ({ data }: MessageEvent<ToHeapWorker>) => void dump.receive(data));
} else {
  const session = new WorkerSession((message) => postMessage(message), navigator.hardwareConcurrency);
  addEventListener('message', ({ data }: MessageEvent<ToCctWorker>) => session.receive(data));
  addEventListener('unhandledrejection', (event) => {
    if (isOutOfMemory(event.reason)) event.preventDefault(); // the user is told
    session.failed(event.reason);
  });
}
