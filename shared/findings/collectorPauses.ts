import { sumOf } from '../base/sumOf.ts';
import { eventColumns, EVENTS_SET } from '../jvmEvents/eventSet.ts';
import { formatCountOf, formatPercent, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import type { FindingRule } from './finding.ts';

const NS_PER_MS = 1e6;

/** The program stands still for its collector. */
export const COLLECTOR_PAUSES: FindingRule = {
  id: 'collector-pauses',
  title: 'The collector stops the program',
  threshold: 0.05,
  isOf: ({ dataSets }) => dataSets.some(({ id }) => id === EVENTS_SET),
  find: ({ snapshot: { dataSets, durationMs } }) => {
    const events = eventColumns(dataSets);
    const pauses = Array.from(events?.durationNs ?? []).filter((_, row) => events?.kind[row] === 'GC pause');
    const pausedNs = sumOf(pauses);
    const share = pausedNs / (durationMs * NS_PER_MS);
    if (!(share >= COLLECTOR_PAUSES.threshold)) return [];
    const longest = formatTime(Math.max(...pauses));
    return [
      {
        text:
          `The collector stopped the program for ${formatPercent(share, 1)} of ${formatTime(durationMs * NS_PER_MS)}: ` +
          `${formatCountOf(pauses.length, 'pause', 'pauses', SEPARATOR)}, the longest ${longest}. The JVM timed each.`,
        row: 'GC pause',
        view: EVENTS_SET,
        ...{ share, shareError: 0, times: pauses.length },
      },
    ];
  },
};
