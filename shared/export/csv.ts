import { OTHER_METHOD } from '../base/ids.ts';
import { SAMPLED_TIME, SAMPLES } from '../metrics/furtherMetrics.ts';
import { sampledBy, sampledErrorNs } from '../metrics/sampledError.ts';
import { visibleText } from '../naming/visibleText.ts';
import { isUncertain } from '../cct/uncertain.ts';
import { SMALLER_ROWS, type ExportedRecording } from './exportedRecording.ts';
import { gathered } from '../report/gathered.ts';

export const CSV_COLUMNS = [
  'thread_id',
  'thread',
  'node',
  'parent',
  'depth',
  'class',
  'method',
  'descriptor',
  'calls',
  'timed',
  'clock',
  'self_ns',
  'total_ns',
  'error_ns',
  'uncertain',
] as const;

/** How good sampled times are, where there are any. */
const SAMPLED_COLUMNS = ['sampled_error_ns', 'sampled_by'] as const;

/**
 * The call trees as a table by RFC 4180, a line for each context. `node` numbers them from 1 on over all threads, `parent`
 * is the caller's number, empty for a root method; `timed` false: counted only; `uncertain` true: the error
 * is as large as the self time. Where there is no time its cells are empty.
 * Further metrics that were measured have a column each at the end, by their ids.
 */
export function csvTable(recording: ExportedRecording): Generator<string> {
  return gathered(lines(recording));
}

function* lines(recording: ExportedRecording): Generator<string> {
  const { snapshot, threads, methods, isTimed, further, all } = recording;
  const isSampled = all.nsPerSample !== undefined && further.some(({ id }) => id === SAMPLED_TIME);
  const ofSamples = isSampled ? SAMPLED_COLUMNS : [];
  yield `${[...CSV_COLUMNS, ...further.map(({ id }) => id), ...ofSamples].join(',')}\r\n`;
  let firstNode = 1;
  for (const { id, name, rows } of threads) {
    const thread = `${id},${csvCell(name)}`;
    const open: number[] = []; // depth -> node
    const furtherCells = (row: number): string =>
      further.map(({ id }) => `,${rows.further.get(id)?.[row] ?? 0}`).join('');
    const sampledCells = (row: number): string => {
      if (!isSampled) return '';
      const [ns, samples] = [SAMPLED_TIME, SAMPLES].map((id) => rows.further.get(id)?.[row] ?? 0);
      return `,${Math.ceil(sampledErrorNs(ns, rows))},${sampledBy(ns, samples)}`;
    };
    for (let row = 0; row < rows.length; row++) {
      const depth = rows.depth[row];
      const node = firstNode + row;
      open[depth] = node;
      const parent = depth === 0 ? '' : open[depth - 1];
      const { className, name: methodName, descriptor } = methods.get(rows.method[row]);
      const shownName = rows.method[row] === OTHER_METHOD ? SMALLER_ROWS : methodName;
      const names = `${csvCell(className)},${csvCell(shownName)},${csvCell(descriptor)}`;
      const timed = isTimed && rows.counted[row] === 0;
      const uncertain = isUncertain(rows.selfNs[row], rows.errorNs[row]);
      const times = timed
        ? `${rows.selfNs[row]},${rows.totalNs[row]},${rows.errorNs[row]},${uncertain}`
        : ',,,';
      yield `${thread},${node},${parent},${depth},${names},${rows.calls[row]},${timed},${snapshot.clock},${times}${furtherCells(row)}${sampledCells(row)}\r\n`;
    }
    firstNode += rows.length;
  }
}

/** What a spreadsheet would take for a formula, the signs of full width too; or is told from one by the apostrophe alone. */
const LIKE_FORMULA = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/**
 * A name of the target as a cell: visible, and with an apostrophe before what would be run. Two names never become one cell, so a name
 * that begins so itself gets one more. It says whole what it is: no name is cut.
 */
export function csvCell(name: string): string {
  const plain = visibleText(name);
  const safe = LIKE_FORMULA.test(plain) ? `'${plain}` : plain;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
