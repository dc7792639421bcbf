import { isOutOfMemory } from '../../shared/base/outOfMemory.ts';
import type { ToCctWorker } from './cctProtocol.ts';
import { WorkerSession } from './workerSession.ts';

/** In a worker: messages of the page go to a session, its answers back. */
export function serveTrees(): void {
  const session = new WorkerSession((message) => postMessage(message), navigator.hardwareConcurrency);
  session.loadFiles().catch(() => {}); // who needs it tries again
  addEventListener('message', ({ data }: MessageEvent<ToCctWorker>) => session.receive(data));
  addEventListener('unhandledrejection', (event) => {
    if (isOutOfMemory(event.reason)) event.preventDefault(); // the user is told
    session.failed(event.reason);
  });
}
