import { BugError } from '../../shared/base/errors.ts';
import { ensure } from '../../shared/base/assert.ts';
import { diffJson } from '../../shared/report/diffJson.ts';
import type { FileFormat } from './cctProtocol.ts';
import type { FileWork } from './fileWork.ts';
import { OpenedComparison } from './openedComparison.ts';
import { OpenedFile } from './openedFile.ts';
import { recordingFile } from './recordingFile.ts';
import type { Shown } from './shown.ts';

/** In a page that holds a recording: files are opened, compared and written, and nothing runs. */
export const openedFile: FileWork['openedFile'] = (bytes) => new OpenedFile(bytes);

export const openedComparison: FileWork['openedComparison'] = (a, b) => new OpenedComparison(a, b);

export const tableOfStream: FileWork['tableOfStream'] = () => {
  throw new BugError('A page that holds a recording reads no stream.');
};

/** What is shown, as a file. */
export async function writtenFile(shown: Shown, format: FileFormat | 'comparison'): Promise<Blob> {
  if (format === 'comparison') {
    const compared = ensure(shown.kind === 'comparison' ? shown.comparison : null, 'comparison');
    return new Blob([...diffJson(compared.diff)]);
  }
  return recordingFile(ensure(shown.kind === 'file' ? shown.snapshot : null, 'opened recording'), format);
}
