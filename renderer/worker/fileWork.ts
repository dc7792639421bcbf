import { ensure } from '../../shared/base/assert.ts';
import { recordedSnapshot, type RecordedSession } from '../../shared/ipc/recordedSnapshot.ts';
import type { DataSet } from '../../shared/recording/dataSets/dataSet.ts';
import { pooledDataSet, type PooledDataSet } from '../../shared/recording/dataSets/pooledDataSet.ts';
import { diffJson } from '../../shared/report/diffJson.ts';
import { groupRows } from '../../shared/rows/groupRows.ts';
import { namedTables } from '../../shared/tables/namedTables.ts';
import type { FileFormat, NamedBytes } from './cctProtocol.ts';
import { OpenedComparison } from './openedComparison.ts';
import { OpenedFile } from './openedFile.ts';
import { recordingFile } from './recordingFile.ts';
import type { Shown, ShownStream } from './shown.ts';

/** What the worker does with files and tables, and no recording needs that only runs: a bundle of its own, a third of the worker. */
export interface FileWork {
  readonly openedFile: typeof openedFile;
  readonly openedComparison: typeof openedComparison;
  readonly writtenFile: typeof writtenFile;
  readonly tableOfStream: typeof tableOfStream;
}

/** @throws SluiceError for what is no recording */
export function openedFile(bytes: ArrayBuffer): OpenedFile {
  return new OpenedFile(bytes);
}

/** @throws SluiceError where they cannot be compared */
export function openedComparison(a: NamedBytes, b: NamedBytes): OpenedComparison {
  return new OpenedComparison(a, b);
}

/**
 * A table of a stream. O(nodes).
 * @param session null: its groups of root calls by now; else the table of the file that it would be, without rows where that has none
 */
export function tableOfStream(
  { reader, host }: ShownStream,
  id: string,
  session: RecordedSession | null,
): PooledDataSet {
  const { calibration, clock } = reader;
  if (session === null)
    return pooledDataSet(groupRows({ threads: reader.trees(), methods: host.methods, calibration, clock }));
  const tables = namedTables(recordedSnapshot(session, host.methods, reader));
  const none: DataSet = { id, title: '', rows: 0, texts: [], links: [], values: [] };
  return pooledDataSet(tables.find((table) => table.id === id)?.set() ?? none);
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
