import type { SluiceError } from '../../shared/base/errors.ts';
import { HEAP_WORKER, type FromHeapWorker, type ToHeapWorker } from './heap/heapProtocol.ts';
import { loadPart } from './loadPart.ts';
import { serveTrees } from './serveTrees.ts';

/** The worker itself: messages of the page to the session, its answers back. A page may start one script only: by its name it reads heap dumps. */
if (self.name === HEAP_WORKER) {
  const post = (message: FromHeapWorker): void => postMessage(message);
  const dump = loadPart('reads heap dumps', () => import('./heap/heapSession.ts')).then(
    ({ HeapSession }) => new HeapSession(post),
  );
  const failed = ({ code, message, remedy }: SluiceError): void =>
    post({ kind: 'failed', id: null, code, message, remedy });
  addEventListener('message', ({ data }: MessageEvent<ToHeapWorker>) => {
    dump.then((session) => session.receive(data), failed);
  });
} else serveTrees();
