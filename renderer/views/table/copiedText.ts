import type { TablePicture } from '../../worker/table/tableRow.ts';
import type { MethodLabels } from './methodLabels.ts';
import { TableNumbers } from './tableNumbers.ts';

/** The selected row for a spreadsheet or a chat: full name, Total Time, Self Time, Invocations, separated by tabs. */
export function copiedText(
  picture: Pick<TablePicture, 'selected' | 'timed' | 'totalNs' | 'allCalls' | 'largestChange'>,
  labels: MethodLabels,
): string {
  const { selected, timed } = picture;
  if (!selected) return '';
  const numbers = new TableNumbers(picture, 'total');
  const times = timed
    ? [selected.totalNs, selected.selfNs].map((ns) =>
        selected.isCounted ? '—' : `${numbers.timeText(ns)} ${numbers.unit.name}`,
      )
    : [];
  return [labels.of(selected).long, ...times, String(selected.calls)].join('\t');
}
