import type { StartCctWorker } from '../cctWorkerClient.ts';
import type { FilePlaces } from '../filePlaces.ts';
import type { StartHeapWorker } from '../heapWorkerClient.ts';
import type { Settings } from '../settings.ts';

/** Where the window stands: what it needs of browser or desktop. */
export interface Surroundings extends FilePlaces {
  readonly startWorker: StartCctWorker;
  readonly startHeapWorker: StartHeapWorker;
  readonly settings: Settings;
  /** Puts a text on the clipboard. */
  copyText(text: string): Promise<void>;
}
