import { formatCount, formatPercent, formatTime, THIN_SPACE } from '../../../shared/model/formatNumbers.ts';
import type { FlameFrame, FlamePicture } from '../../worker/views/flameFrame.ts';

/** One number of a frame, for tool-tip and status line. */
export interface FrameNumber {
  readonly label: string;
  readonly text: string;
}

type Bases = Pick<FlamePicture, 'timed' | 'totalNs' | 'allCalls'>;

/** All that is known of a frame: percentages are of the total of all roots, without times of all invocations. */
export function frameNumbers(frame: FlameFrame, { timed, totalNs, allCalls }: Bases): FrameNumber[] {
  const calls = `${formatCount(frame.calls)}${timed ? '' : ` (${formatPercent(frame.calls, allCalls)})`}`;
  const numbers = [{ label: 'Invocations', text: calls }];
  if (!timed) return numbers;
  if (frame.isCounted) return [...numbers, { label: 'Time', text: 'only counted: it is its caller’s own' }];
  const time = (ns: number, errorNs: number): string =>
    `${formatTime(ns)} ±${THIN_SPACE}${formatTime(errorNs)} (${formatPercent(ns, totalNs)})`;
  return [
    { label: 'Total Time', text: time(frame.totalNs, frame.totalErrorNs) },
    { label: 'Self Time', text: time(frame.selfNs, frame.errorNs) },
    ...numbers,
  ];
}

/** What a box of several says. */
export function narrowText({ frames }: Pick<FlameFrame, 'frames'>): string {
  return frames > 1 ? `the widest of ${formatCount(frames)} frames here; zoom in to see them` : '';
}
