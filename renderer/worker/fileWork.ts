import { ensure } from '../../shared/base/assert.ts';
import { recordedSnapshot, type RecordedSession } from '../../shared/ipc/recordedSnapshot.ts';
import { diffJson } from '../../shared/report/diffJson.ts';
import type { FileFormat, NamedBytes } from './cctProtocol.ts';
import { OpenedComparison } from './openedComparison.ts';
import { OpenedFile } from './openedFile.ts';
import { recordingFile } from './recordingFile.ts';
import type { Shown } from './shown.ts';

/** What the worker does with files, and no recording needs that only runs: a bundle of its own, a third of the worker. */
export interface FileWork {
  readonly openedFile: typeof openedFile;
  readonly openedComparison: typeof openedComparison;
  readonly writtenFile: typeof writtenFile;
}

/** @throws SluiceError for what is no recording */
export function openedFile(bytes: ArrayBuffer): OpenedFile {
  return new OpenedFile(bytes);
}

/** @throws SluiceError where they cannot be compared */
export function openedComparison(a: NamedBytes, b: NamedBytes): OpenedComparison {
  return new OpenedComparison(a, b);
}

/** What is shown, as a file. @param session of the stream that is shown; null: a file or a comparison is */
export async function writtenFile(
  shown: Shown,
  format: FileFormat | 'comparison',
  session: RecordedSession | null,
): Promise<Blob> {
  if (format === 'comparison') {
    const compared = ensure(shown.kind === 'comparison' ? shown.comparison : null, 'comparison');
    return new Blob([...diffJson(compared.diff)]);
  }
  if (session) {
    const reader = ensure(shown.kind === 'stream' ? shown.reader : null, 'event stream');
    return recordingFile(recordedSnapshot(session, shown.host.methods, reader), format);
  }
  return recordingFile(ensure(shown.kind === 'file' ? shown.snapshot : null, 'opened recording'), format);
}
