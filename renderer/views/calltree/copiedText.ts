import type { CallTreePicture } from '../../worker/views/callTreeRow.ts';
import type { MethodLabels } from './methodLabels.ts';
import { TreeNumbers } from './treeNumbers.ts';

/** The selected row for a spreadsheet or a chat: full name, Total Time, Self Time, Invocations, separated by tabs. */
export function copiedText(picture: CallTreePicture, labels: MethodLabels): string {
  const { selected, timed } = picture;
  if (!selected) return '';
  const numbers = new TreeNumbers(picture);
  const times = timed
    ? [selected.totalNs, selected.selfNs].map((ns) =>
        selected.isCounted ? '—' : `${numbers.timeText(ns)} ${numbers.unit.name}`,
      )
    : [];
  return [labels.get(selected.method).long, ...times, String(selected.calls)].join('\t');
}
