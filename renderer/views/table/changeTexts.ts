import type { DiffColumn } from '../../../shared/analysis/diffNumbers.ts';
import { formatCount, formatMeanInText, formatTime } from '../../../shared/naming/formatNumbers.ts';
import type { ComparedRow, TableRow } from '../../worker/table/tableRow.ts';
import { fullTime, NOT_KNOWN } from './numberTexts.ts';

/** What has become of a row, in words: it is never told by a colour alone. */
export const SIDE_TEXTS = { a: 'gone', b: 'new', both: '' } as const;

/** Of a column without a bar. */
export function changeText({ numbers, side }: ComparedRow, column: DiffColumn, timed: boolean): string {
  const value = numbers[column];
  switch (column) {
    case 'callsA':
    case 'callsB':
      return formatMeanInText(value);
    case 'callsChange':
      return signed(value, formatMeanInText(Math.abs(value)));
    case 'changed':
      return timed ? formatTime(value) : formatMeanInText(value);
    case 'totalA':
    case 'totalB':
    case 'selfA':
    case 'selfB':
      return formatTime(value);
    case 'totalChangeError':
    case 'selfChangeError':
      return formatTime(Math.ceil(value));
    case 'averageChange':
      return side === 'both' ? signed(value, formatTime(Math.abs(value))) : NOT_KNOWN;
    default:
      return signed(value, formatTime(Math.abs(value)));
  }
}

/** With + or −; what is 0 in so many digits has none. */
export function signed(value: number, text: string): string {
  if (!/[1-9]/.test(text)) return text;
  return value > 0 ? `+${text}` : `−${text}`;
}

/**
 * The change of a time as a share of what it was before: +12.3 %, × 25. Of a row that only one side has: new, gone.
 * @param side which sides have the row, whatever its times are
 */
export function shareOfChange(before: number, after: number, side: ComparedRow['side']): string {
  if (side !== 'both') return SIDE_TEXTS[side];
  if (before === after) return '0.0 %';
  if (before === 0) return NOT_KNOWN;
  const percent = (100 * (after - before)) / before;
  if (percent >= 1000) return `× ${formatCount(after / before)}`;
  return signed(percent, `${Math.abs(percent).toFixed(1)} %`);
}

export function comparedHint(
  { isCounted, contexts }: TableRow,
  { side, numbers }: ComparedRow,
  longName: string,
  timed: boolean,
  hasSelf: boolean,
): string {
  const lines = [longName];
  if (side === 'a') lines.push('Gone: only A calls it here.');
  if (side === 'b') lines.push('New: only B calls it here.');
  if (contexts > 1) lines.push(contextsText(contexts, hasSelf));
  const { callsA, callsB, callsChange } = numbers;
  const change = signed(callsChange, formatMeanInText(Math.abs(callsChange)));
  lines.push(`Invocations: A ${formatMeanInText(callsA)}, B ${formatMeanInText(callsB)}, ${change} (exact)`);
  if (timed && isCounted) lines.push('A trivial method on one side or both: it was counted, and not timed.');
  else if (timed) {
    for (const kind of hasSelf ? (['total', 'self'] as const) : (['total'] as const)) {
      const title = kind === 'total' ? 'Total Time' : 'Self Time';
      const delta = numbers[`${kind}Change`];
      const time = (ns: number): string => signed(ns, fullTime(Math.abs(ns)));
      lines.push(
        `${title}: A ${fullTime(numbers[`${kind}A`])}, B ${fullTime(numbers[`${kind}B`])}`,
        `    ${time(delta)} ± ${fullTime(numbers[`${kind}ChangeError`])}: ${time(numbers[`${kind}ByCalls`])} by calls, ${time(numbers[`${kind}ByTime`])} by time per call`,
      );
      if (delta !== 0 && Math.abs(delta) <= numbers[`${kind}ChangeError`])
        lines.push('    Within the bound of its error: it may be none.');
    }
  }
  return lines.join('\n');
}

/** @param selects whether the row selects one of them in all views: that of a thread selects nothing */
export function contextsText(contexts: number, selects: boolean): string {
  const text = `Contexts: ${formatCount(contexts)} different call paths`;
  return selects ? `${text}; the other views show the heaviest of them` : text;
}
