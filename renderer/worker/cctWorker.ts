import { isOutOfMemory } from '../../shared/base/outOfMemory.ts';
import type { ToCctWorker } from './cctProtocol.ts';
import { WorkerSession } from './workerSession.ts';

/** The worker itself: messages of the page to the session, its answers back. */
const session = new WorkerSession((message) => postMessage(message));

addEventListener('message', ({ data }: MessageEvent<ToCctWorker>) => session.receive(data));

addEventListener('unhandledrejection', (event) => {
  if (isOutOfMemory(event.reason)) event.preventDefault(); // the user is told
  session.failed(event.reason);
});
