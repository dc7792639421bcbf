import { HEAP_WORKER, type FromHeapWorker, type ToHeapWorker } from '../worker/heap/heapProtocol.ts';
import { newWorker } from './workerUrl.ts';

/** The worker that has a heap dump. */
export interface HeapWorkerClient {
  send(message: ToHeapWorker): void;
  /** Ends it, whatever it does. */
  close(): void;
}

export type StartHeapWorker = (receive: (message: FromHeapWorker) => void) => HeapWorkerClient;

export function startHeapWorker(receive: (message: FromHeapWorker) => void): HeapWorkerClient {
  const worker = newWorker(HEAP_WORKER);
  worker.addEventListener('message', ({ data }: MessageEvent<FromHeapWorker>) => receive(data));
  worker.addEventListener('error', (event) => {
    const message = `The worker of the heap dump failed: ${event.message || 'cctWorker.js could not be loaded'}`;
    receive({ kind: 'failed', id: null, code: 'bug', message, remedy: '' });
  });
  return { send: (message) => worker.postMessage(message), close: () => worker.terminate() };
}
