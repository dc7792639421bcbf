import { isUncertain } from '../../../shared/cct/uncertain.ts';
import {
  formatCount,
  formatMeanInText,
  formatPercent,
  formatTime,
  THIN_SPACE,
} from '../../../shared/naming/formatNumbers.ts';
import { valueTitle } from '../../../shared/metrics/value.ts';
import { furtherKind, furtherText, furtherTitle, otherSide } from '../../worker/table/furtherColumns.ts';
import type { ComparedRow } from '../../worker/table/tableRow.ts';
import { signed } from '../table/changeTexts.ts';
import type { FlameFrame, FlamePicture } from '../../worker/views/flameFrame.ts';

/** One number of a frame, for tool-tip and status line. */
export interface FrameNumber {
  readonly label: string;
  readonly text: string;
}

type Bases = Pick<FlamePicture, 'timed' | 'totalNs' | 'allCalls' | 'shape'>;

/** All that is known of a frame: percentages are of the total of all roots, without times of all invocations. */
export function frameNumbers(frame: FlameFrame, { timed, totalNs, allCalls, shape }: Bases): FrameNumber[] {
  if (frame.compared)
    return comparedNumbers(frame, frame.compared, timed, shape === 'calls' ? 'total' : 'self');
  const calls = `${formatCount(frame.calls)}${timed ? '' : ` (${formatPercent(frame.calls, allCalls)})`}`;
  const further = frame.further.map(({ column, value }) => {
    const kind = furtherKind(column);
    return { label: furtherTitle(kind), text: furtherText(kind, value) };
  });
  const numbers = [{ label: 'Invocations', text: calls }, ...further];
  if (!timed) return numbers;
  if (frame.isCounted) return [...numbers, { label: 'Time', text: 'only counted: it is its caller’s own' }];
  const time = (ns: number, errorNs: number | null): string =>
    `${formatTime(ns)}${errorNs === null ? '' : ` ±${THIN_SPACE}${formatTime(errorNs)}`} (${formatPercent(ns, totalNs)})`;
  const perCall = perCallText(frame);
  const self = time(frame.selfNs, frame.errorNs);
  return [
    { label: 'Total Time', text: time(frame.totalNs, frame.totalErrorNs) },
    {
      label: 'Self Time',
      text: isUncertain(frame.selfNs, frame.errorNs) ? `~${self}, below measurement accuracy` : self,
    },
    ...numbers,
    ...(perCall ? [{ label: 'Average', text: perCall }] : []),
  ];
}

/** "" for a single call, which is no average, and where nothing was timed. A self time within its doubt has no average either. */
function perCallText({ calls, totalNs, selfNs, errorNs }: FlameFrame): string {
  if (calls < 2 || totalNs === 0) return '';
  const total = `${formatTime(totalNs / calls)} total`;
  return isUncertain(selfNs, errorNs) ? total : `${total}, ${formatTime(selfNs / calls)} self`;
}

/** Of a comparison: what changed of the time that frames are as wide as, by calls and by time per call, and both sides. */
function comparedNumbers(
  { isCounted, further }: FlameFrame,
  { numbers }: ComparedRow,
  timed: boolean,
  kind: 'total' | 'self',
): FrameNumber[] {
  const callsChange = signed(numbers.callsChange, formatMeanInText(Math.abs(numbers.callsChange)));
  const calls = {
    label: 'Invocations',
    text: `${formatMeanInText(numbers.callsA)} → ${formatMeanInText(numbers.callsB)} (${callsChange})`,
  };
  const others = further.flatMap(({ column, value }) => {
    const kind = furtherKind(column);
    if (kind.side !== 'Change') return [];
    const of = (side: 'A' | 'B'): string => {
      const { value: number = 0 } = further.find((each) => each.column === otherSide(column, side)) ?? {};
      return furtherText(kind, number);
    };
    const change = signed(value, furtherText(kind, value));
    return [{ label: valueTitle(kind.value), text: `${of('A')} → ${of('B')} (${change})` }];
  });
  if (!timed || isCounted) return [calls, ...others];
  const time = (ns: number): string => signed(ns, formatTime(Math.abs(ns)));
  const { callsA, callsB } = numbers;
  const [before, after] = [numbers[`${kind}A` as const], numbers[`${kind}B` as const]];
  const change = `${time(numbers[`${kind}Change` as const])} ±${THIN_SPACE}${formatTime(numbers[`${kind}ChangeError` as const])}`;
  const isInBoth = callsA > 0 && callsB > 0;
  const averages = `${formatTime(before / callsA)} → ${formatTime(after / callsB)} ${kind}`;
  return [
    {
      label: kind === 'self' ? 'Self Time' : 'Total Time',
      text: `${formatTime(before)} → ${formatTime(after)} (${change})`,
    },
    { label: 'By calls', text: time(numbers[`${kind}ByCalls` as const]) },
    { label: 'By time', text: time(numbers[`${kind}ByTime` as const]) },
    calls,
    ...others,
    ...(isInBoth ? [{ label: 'Average', text: averages }] : []),
  ];
}

/** What a box of several says. */
export function narrowText({ frames }: Pick<FlameFrame, 'frames'>): string {
  return frames > 1 ? `the widest of ${formatCount(frames)} frames here; zoom in to see them` : '';
}
