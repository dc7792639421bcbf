import { assert } from '../base/assert.ts';
import type { HotMethods } from '../cct/hotMethods.ts';
import { formatCount, formatTime } from '../naming/formatNumbers.ts';
import { parameterTypes, simpleName } from '../naming/methodNames.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import { defaultOrder, rowComparator } from '../rows/sortOrder.ts';
import { callsBelow, largest } from './exportCut.ts';
import { completeness, recordingNotes } from './exportedRecording.ts';
import type { ExportedRecording } from './exportedRecording.ts';
import type { ReportData, ReportHot, ReportRows, ReportThread } from './reportData.ts';
import { visibleText } from '../naming/visibleText.ts';
import { gathered } from '../report/gathered.ts';
import { threadRows } from './threadRows.ts';
import type { ThreadRows } from './threadRows.ts';

/** Contexts in one page, the largest ones of all threads, and as many of the tree that merges them: some MB, and a browser
 *  opens it at once. */
export const REPORT_ROWS = 20_000;
const HOT_ROWS = 1_000;

/** The page's script and style (renderer/report, as built), and their SHA-256 in base64 for its content security policy. */
export interface ReportAssets {
  readonly script: string;
  readonly scriptSha256: string;
  readonly style: string;
  readonly styleSha256: string;
}

/**
 * One HTML file with call tree, hot spots and flame graph that needs nothing else: no network, and its policy allows none.
 * Names from the target are in it as JSON text only, with `<` escaped, and the script shows them as text.
 * @param rowLimit at most so many contexts; the page says what is left out
 */
export function htmlReport(
  recording: ExportedRecording,
  assets: ReportAssets,
  rowLimit = REPORT_ROWS,
): Generator<string> {
  return gathered(parts(reportData(recording, rowLimit), assets));
}

function* parts(data: ReportData, assets: ReportAssets): Generator<string> {
  assert(
    !/<\/script/i.test(assets.script) && !/<\/style/i.test(assets.style),
    'assets do not end themselves',
  );
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${assets.scriptSha256}'`,
    `style-src 'sha256-${assets.styleSha256}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n';
  yield `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`;
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n';
  yield `<title>${escaped(data.title)} - Sluice report</title>\n<style>${assets.style}</style>\n</head>\n<body>\n`;
  yield '<noscript>This report is drawn by a script within it, and the browser does not run it.</noscript>\n';
  yield '<script type="application/json" id="data">';
  yield JSON.stringify(data).replaceAll('<', '\\u003c');
  yield `</script>\n<script>${assets.script}</script>\n</body>\n</html>\n`;
}

export function reportData(recording: ExportedRecording, rowLimit: number): ReportData {
  const { snapshot, threads, methods, isTimed } = recording;
  const places = new Places(methods);
  const lists = threads.map(({ rows }) => rows);
  const merged = threads.length > 1 ? [allRows(recording)] : [];
  const weightsOf = (rows: ThreadRows): Float64Array => (isTimed ? rows.totalNs : callsBelow(rows));
  const weights = lists.map(weightsOf);
  const mergedWeights = merged.map(weightsOf);
  const shown = largest(weights, rowLimit);
  const mergedShown = largest(mergedWeights, rowLimit);
  const threadOf = (name: string, rows: ThreadRows, isShown: Uint8Array): ReportThread => {
    const calls = rows.calls.reduce((sum, count) => sum + count, 0);
    const totalNs = rows.selfNs.reduce((sum, ns) => sum + ns, 0);
    return { name: visibleText(name), totalNs, calls, rows: reportRows(rows, isShown, places) };
  };
  const largestCut = Math.max(largestLeftOut(weights, shown), largestLeftOut(mergedWeights, mergedShown));
  const all = merged.map((rows, i) =>
    threadOf(`All ${threads.length} threads together`, rows, mergedShown[i]),
  );
  return {
    title: visibleText(snapshot.target.mainClass),
    notes: recordingNotes(recording).map(visibleText),
    isComplete: snapshot.complete,
    completeness: visibleText(completeness(snapshot)),
    clock: snapshot.clock,
    cutoff: cutoffText(shown, largestCut, isTimed),
    all: all.length > 0 ? all[0] : null,
    threads: threads.map(({ name, rows }, i) => threadOf(name, rows, shown[i])),
    hot: reportHot(recording, places),
    methods: places.names,
  };
}

function allRows({ snapshot, all, methods }: ExportedRecording): ThreadRows {
  return threadRows(all, rowComparator(all, methods.nameRanks, defaultOrder(snapshot.clock)));
}

/** The weight of the largest row that is not shown, 0 when all are. */
function largestLeftOut(weights: readonly Float64Array[], shown: readonly Uint8Array[]): number {
  let most = 0;
  for (const [i, column] of weights.entries())
    for (let row = 0; row < column.length; row++) if (shown[i][row] === 0) most = Math.max(most, column[row]);
  return most;
}

function cutoffText(shown: readonly Uint8Array[], largestCut: number, isTimed: boolean): string {
  const rows = shown.reduce((sum, { length }) => sum + length, 0);
  const shownRows = shown.reduce((sum, column) => sum + column.reduce((a, b) => a + b, 0), 0);
  if (shownRows === rows) return '';
  const size = isTimed ? formatTime(largestCut) : `${formatCount(largestCut, ',')} calls`;
  return (
    `This page holds the ${formatCount(shownRows, ',')} largest of ${formatCount(rows, ',')} contexts: none that is left out ` +
    `has more than ${size} in all. What they took is in their callers' totals; Hot Spots count all of them.`
  );
}

function reportRows(rows: ThreadRows, shown: Uint8Array, places: Places): ReportRows {
  const kept: number[] = [];
  const leftOut: number[] = [];
  const open: number[] = []; // depth -> place in kept, -1 for what is left out
  for (let row = 0; row < rows.length; row++) {
    const depth = rows.depth[row];
    const caller = depth === 0 ? -1 : open[depth - 1];
    open[depth] = shown[row] === 1 ? kept.length : -1;
    if (shown[row] === 1) {
      kept.push(row);
      leftOut.push(0);
    } else if (caller >= 0) {
      leftOut[caller]++;
    }
  }
  const pick = (column: Int32Array | Float64Array | Uint8Array): number[] => kept.map((row) => column[row]);
  return {
    method: kept.map((row) => places.of(rows.method[row])),
    depth: pick(rows.depth),
    calls: pick(rows.calls),
    selfNs: pick(rows.selfNs),
    totalNs: pick(rows.totalNs),
    errorNs: pick(rows.errorNs),
    counted: pick(rows.counted),
    leftOut,
  };
}

function reportHot({ hot, methods, isTimed }: ExportedRecording, places: Places): ReportHot {
  const column = isTimed ? 'self' : 'calls';
  const rows = Int32Array.from({ length: hot.length }, (_, row) => row);
  rows.sort(rowComparator(hot, methods.nameRanks, { column, ascending: false }));
  const kept = [...rows.subarray(0, HOT_ROWS)];
  const pick = (values: HotMethods['calls']): number[] => kept.map((row) => Math.round(values[row]));
  return {
    method: kept.map((row) => places.of(hot.method[row])),
    calls: pick(hot.calls),
    selfNs: pick(hot.selfNs),
    totalNs: pick(hot.totalNs),
    errorNs: kept.map((row) => Math.ceil(hot.errorNs[row])),
    counted: kept.map((row) => hot.counted[row]),
  };
}

/** MethodId -> place in the page's list of names, which has only those that the page mentions. */
class Places {
  readonly #methods: MethodTable;
  readonly #places = new Map<number, number>();
  readonly names: [className: string, method: string][] = [];

  constructor(methods: MethodTable) {
    this.#methods = methods;
  }

  of(id: number): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const { className, name, descriptor } = this.#methods.get(id);
    const parameters = parameterTypes(descriptor).map(simpleName).join(', ');
    this.#places.set(id, this.names.length);
    this.names.push([visibleText(className), visibleText(`${name}(${parameters})`)]);
    return this.names.length - 1;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
