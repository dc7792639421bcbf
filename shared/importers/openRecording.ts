import { isJfr } from '../jfr/jfrHeader.ts';
import { isRecording } from '../recording/format/fileSections.ts';
import { decodeSnapshot } from '../recording/file/snapshotCodec.ts';
import type { SetOrigin } from '../recording/sets/dataSetRecording.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { threadDumpsIfAny } from '../threads/threadDump.ts';
import { threadDumpRecording } from '../threads/threadDumpSets.ts';
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

/** A dump tells neither its program nor, by a clock that is known, when it was made. */
const NOT_TOLD: SetOrigin = {
  target: { pid: 0, mainClass: '', javaVersion: '', vmName: '', commandLine: '' },
  startedAtMs: 0,
};

/**
 * A recording of Sluice, or what another tool has written; thread dumps are one with tables alone.
 * @throws SluiceError 'io' for a file that is foreign, cut or damaged; 'version' for one that is too new
 */
export function openRecording(bytes: Uint8Array): Snapshot {
  const importer = Object.values(IMPORTERS).find(({ knows }) => knows(bytes));
  if (importer !== undefined) return importer.read(bytes);
  // A dump begins with anything: logs have them between other lines.
  const dumps = isRecording(bytes) ? [] : threadDumpsIfAny(bytes);
  return dumps.length > 0 ? threadDumpRecording(dumps, NOT_TOLD) : decodeSnapshot(bytes);
}
