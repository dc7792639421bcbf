import type { CallTreePicture } from './callTreeState.ts';
import type { MethodLabels } from './methodLabels.ts';

/** The selected row for a spreadsheet or a chat: full name, Total Time, Self Time, Invocations, separated by tabs. */
export function copiedText(
  { tree, selected, timed, numbers }: CallTreePicture,
  labels: MethodLabels,
): string {
  if (selected === 0) return '';
  const times = timed
    ? [tree.totalNs[selected], tree.selfNs[selected]].map((ns) =>
        tree.counted[selected] === 1 ? '—' : `${numbers.timeText(ns)} ${numbers.unit.name}`,
      )
    : [];
  return [labels.get(tree.method[selected]).long, ...times, String(tree.calls[selected])].join('\t');
}
