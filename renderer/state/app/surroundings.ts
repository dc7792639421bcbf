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
  /**
   * Puts a picture on the clipboard.
   * @param png asked for at once: a browser allows it as long as it sees the user's click behind it
   * @throws SluiceError 'io' where the clipboard takes no pictures; what it or the picture fails with
   */
  copyImage(png: Promise<Blob>): Promise<void>;
}
