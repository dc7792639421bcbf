import type { FromCctWorker, ToCctWorker } from '../worker/cctProtocol.ts';
import { newWorker } from './workerUrl.ts';

/** The CCT worker as the window sees it: questions in, answers out (worker/cctProtocol.ts). */
export interface CctWorkerClient {
  /** @param transfer buffers that change owner */
  send(message: ToCctWorker, transfer?: readonly ArrayBuffer[]): void;
  /** Ends the worker, and with it the HTTP stream. */
  close(): void;
}

/** @param receive also gets `failed` when the worker itself is broken */
export type StartCctWorker = (receive: (message: FromCctWorker) => void) => CctWorkerClient;

export function startCctWorker(receive: (message: FromCctWorker) => void): CctWorkerClient {
  const worker = newWorker();
  worker.addEventListener('message', ({ data }: MessageEvent<FromCctWorker>) => {
    receive(data);
    // Painted, or at least come to: while the page is busy or hidden no frame comes, and no further moment.
    if (data.kind === 'moment') requestAnimationFrame(() => worker.postMessage({ kind: 'painted' }));
  });
  worker.addEventListener('error', (event) => {
    receive({
      kind: 'failed',
      code: 'bug',
      message: `The call tree worker failed: ${event.message || 'cctWorker.js could not be loaded'}`,
      remedy: 'Stop, and start the recording again. If it comes back, copy the details and report it.',
    });
  });
  return {
    send: (message, transfer = []) => worker.postMessage(message, [...transfer]),
    close: () => worker.terminate(),
  };
}
