import type { ExactTree } from '../cct/cctTable.ts';
import type { HotMethods } from '../cct/hotMethods.ts';
import { clockText, probeCost } from '../report/clockText.ts';
import { completenessText } from '../report/completenessText.ts';
import { coreWaitText } from '../report/coreWaitText.ts';
import { tickerText } from '../report/tickerText.ts';
import { sumOfCoreWaits } from '../cct/coreWaitAccount.ts';
import { sumOfAccounts } from '../cct/tickerAccount.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { parameterTypes } from '../naming/methodNames.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import { switchText } from '../recording/methodSwitch.ts';
import { toldOptions } from '../recording/chosenOptions.ts';
import type { Metric } from '../metrics/metric.ts';
import { measuredPairs } from '../recording/measuredPairs.ts';
import { recordingResults } from '../recording/recordingResults.ts';
import { groupsText } from '../recording/rootCallGroups.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { defaultOrder, rowComparator } from '../rows/sortOrder.ts';
import { OTHER_METHOD } from '../base/ids.ts';
import { formatCount } from '../naming/formatNumbers.ts';
import { cutThreads, UNCUT } from './exportCut.ts';
import type { ExportCut } from './exportCut.ts';
import { DEEPER, threadRows } from './threadRows.ts';
import type { ThreadRows } from './threadRows.ts';

/** A thread as exports name it; `id` is Java's threadId(), 0 for all virtual threads together. */
export interface ExportedThread {
  readonly id: number;
  readonly name: string;
  readonly rows: ThreadRows;
}

/** A recording with the probes' cost taken out, largest siblings first: what every export is written from. */
export interface ExportedRecording {
  readonly snapshot: Snapshot;
  readonly threads: readonly ExportedThread[];
  readonly hot: HotMethods;
  readonly methods: MethodTable;
  /** Times were taken. Without them an export holds calls only. */
  readonly isTimed: boolean;
  /** Further metrics that were measured: a column each in formats that have columns. */
  readonly further: readonly Metric[];
  /** All threads as one tree, whole. */
  readonly all: ExactTree;
  /** Contexts that were cut, and are summed up in rows SMALLER_ROWS. */
  readonly cutRows: number;
}

export function exportedRecording(snapshot: Snapshot, cut: ExportCut = UNCUT): ExportedRecording {
  const { threads, all, hot, methods } = recordingResults(snapshot);
  const order = defaultOrder(snapshot.clock);
  const isTimed = snapshot.clock !== 'none';
  const rows = threads.map(({ tree }) => threadRows(tree, rowComparator(tree, methods.nameRanks, order)));
  const left = cutThreads(rows, isTimed, cut);
  return {
    snapshot,
    hot,
    methods,
    isTimed,
    further: measuredPairs(snapshot).map(({ self }) => self),
    all,
    cutRows: left.cutRows,
    threads: threads.map(({ id, name, virtual }, i) => ({
      id,
      name: virtual ? 'All virtual threads' : oneLine(name),
      rows: left.threads[i],
    })),
  };
}

/** As which contexts that were cut stand below their caller. */
export const SMALLER_ROWS = '(smaller rows)';

/** As other tools write methods: com.acme.Shop.order(int,java.lang.String), com.acme.Shop.<init>(). */
export function frameName({ className, name, descriptor }: Omit<MethodInfo, 'id' | 'root'>): string {
  return oneLine(`${className}.${name}(${parameterTypes(descriptor).join(',')})`);
}

/** Frame names by MethodId or DEEPER, each made once. */
export function frameNamer(methods: MethodTable): (id: number) => string {
  const names = new Map<number, string>([
    [DEEPER, '[deeper levels]'],
    [OTHER_METHOD, SMALLER_ROWS],
  ]);
  return (id) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const made = frameName(methods.get(id));
    names.set(id, made);
    return made;
  };
}

/** What a reader of the numbers has to know, a sentence each: formats that have room for text carry them. */
export function exportNotes(recording: ExportedRecording): readonly string[] {
  const { cutRows, snapshot } = recording;
  const cut = `${formatCount(cutRows, ',')} smaller contexts are summed up below their callers as "${SMALLER_ROWS}".`;
  return [...recordingNotes(recording), ...(cutRows > 0 ? [cut] : []), completeness(snapshot)];
}

/** What was recorded of which program, and how: the program first. */
function recordingNotes({ snapshot, threads, isTimed }: ExportedRecording): readonly string[] {
  const { target, calibration, clock, roots, scheme, switches } = snapshot;
  const chosen = toldOptions(snapshot, ['scheme', 'clock']).join('   ');
  const ticks = tickerText(sumOfAccounts(snapshot.threads.map(({ table }) => table.ticker)));
  const waits = coreWaitText(sumOfCoreWaits(snapshot.threads.map(({ table }) => table.coreWaits)));
  const groups = groupsText(snapshot);
  const countedRows = threads.some(({ rows }) => rows.counted.includes(1));
  return [
    `Sluice: ${target.mainClass} (pid ${target.pid}), ${target.vmName} ${target.javaVersion}`,
    `Roots: ${roots.join(', ')}. Scheme: ${scheme}.${chosen === '' ? '' : ` ${chosen}.`}`,
    ...(groups === null ? [] : [`${groups}.`]),
    clock === 'samples'
      ? clockText(clock)
      : isTimed
        ? `Times are self times in ns by the clock ${clock}, ${clock === 'bursts' ? 'estimated from some calls, ' : ''}` +
          `exact calls beside them; the probes' cost is taken out: ${probeCost(calibration)} a call.`
        : 'Clock: none. Calls only, no times.',
    ...(ticks === null ? [] : [`Ticker: ${ticks}.`]),
    ...(waits === null ? [] : [waits]),
    ...(countedRows && isTimed
      ? ["Trivial methods were counted without times: their time is their caller's own."]
      : []),
    ...(switches.length > 0
      ? [`Switched while it ran, calls in between are missing: ${switches.map(switchText).join('; ')}.`]
      : []),
  ].map(oneLine);
}

function completeness(snapshot: Snapshot): string {
  return oneLine(completenessText(snapshot));
}

/** Names come from the target and may hold anything: no control character of theirs reaches a file of lines. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, '\ufffd');
}
