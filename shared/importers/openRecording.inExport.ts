import { SluiceError } from '../base/errors.ts';
import { isRecording } from '../recording/format/fileSections.ts';
import { decodeSnapshot } from '../recording/file/snapshotCodec.ts';
import type { Snapshot } from '../recording/snapshot.ts';

/**
 * In a page that holds a recording: a recording of Sluice. What other tools have written is read by Sluice alone.
 * @throws SluiceError 'io' for a file that is foreign, cut or damaged; 'version' for one that is too new
 */
export function openRecording(bytes: Uint8Array): Snapshot {
  if (isRecording(bytes)) return decodeSnapshot(bytes);
  throw new SluiceError(
    'io',
    'This is no recording of Sluice, and an exported page opens no other file.',
    'Open it in Sluice itself, which reads Flight Recorder files and thread dumps too. Save it there as a recording for this page.',
  );
}
