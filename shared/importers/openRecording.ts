import { isJfr } from '../jfr/jfrHeader.ts';
import { decodeSnapshot } from '../recording/snapshotCodec.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { jfrRecording } from './jfrRecording.ts';
import type { ImportedExtension } from './openedExtensions.ts';

interface Importer {
  /** By its first bytes: names of files say little. */
  readonly knows: (bytes: Uint8Array) => boolean;
  readonly read: (bytes: Uint8Array) => Snapshot;
}

/** Files of others that are read as recordings: one line each. */
const IMPORTERS: Readonly<Record<ImportedExtension, Importer>> = {
  '.jfr': { knows: isJfr, read: jfrRecording },
};

/**
 * A recording of Sluice, or what another tool has written.
 * @throws SluiceError 'io' for a file that is foreign, cut or damaged; 'version' for one that is too new
 */
export function openRecording(bytes: Uint8Array): Snapshot {
  const importer = Object.values(IMPORTERS).find(({ knows }) => knows(bytes));
  return importer === undefined ? decodeSnapshot(bytes) : importer.read(bytes);
}
