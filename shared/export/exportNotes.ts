import { sumOfCoreWaits } from '../cct/coreWaitAccount.ts';
import { sumOfAccounts } from '../cct/tickerAccount.ts';
import { countsCalls } from '../events/clock.ts';
import { formatCount } from '../naming/formatNumbers.ts';
import { visibleLine } from '../naming/visibleText.ts';
import { toldOptions } from '../recording/options/chosenOptions.ts';
import { switchText } from '../recording/methodSwitch.ts';
import { groupsText } from '../recording/sets/rootCallGroups.ts';
import {
  clockText,
  probeCost,
  completenessText,
  coreWaitText,
  targetText,
  tickerText,
} from '../report/recordedTexts.ts';
import { type ExportedRecording, SMALLER_ROWS } from './exportedRecording.ts';

/** What a reader of the numbers has to know, a sentence each: formats that have room for text carry them. */
export function exportNotes(recording: ExportedRecording): readonly string[] {
  const { cutRows, snapshot } = recording;
  const cut = `${formatCount(cutRows, ',')} smaller contexts are summed up below their callers as "${SMALLER_ROWS}".`;
  return [
    ...recordingNotes(recording),
    ...(cutRows > 0 ? [cut] : []),
    visibleLine(completenessText(snapshot)),
  ];
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
    `Sluice: ${targetText(target)}`,
    `Roots: ${roots.join(', ')}. Scheme: ${scheme}.${chosen === '' ? '' : ` ${chosen}.`}`,
    ...(groups === null ? [] : [`${groups}.`]),
    !countsCalls(clock)
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
  ].map(visibleLine);
}
