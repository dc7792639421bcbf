/** How much a frame of a comparison has changed, in steps that the eye tells apart. */
export interface ChangeStep {
  /** Shares from here on, of the larger side: -1 vanished to 1 new. */
  readonly from: number;
  readonly token: string;
  /** In the key of colours. */
  readonly text: string;
}

/** A tenth more is 1 / 11 of the larger side; twice as much is a half of it. */
export const CHANGE_STEPS: readonly ChangeStep[] = [
  { from: -1, token: '--change-gone', text: 'gone' },
  { from: -0.9999, token: '--change-less-2', text: '− more than half' },
  { from: -0.5, token: '--change-less-1', text: '− less' },
  { from: 0, token: '--change-same', text: 'same, or within the error' },
  { from: Number.MIN_VALUE, token: '--change-more-1', text: '+ more' },
  { from: 0.5, token: '--change-more-2', text: '+ more than twice' },
  { from: 0.9999, token: '--change-new', text: 'new' },
];

/** @param share ComparedRows.changedShare @returns place in CHANGE_STEPS */
export function changeStep(share: number): number {
  return share === 0 ? 3 : CHANGE_STEPS.findLastIndex(({ from }) => share >= from);
}

/** Before the name of a frame, so that no colour tells it alone. */
export function changeMark(share: number): string {
  if (share === 0) return '';
  if (share <= -1) return 'gone ';
  if (share >= 1) return 'new ';
  // Of what it was before, as tables have it.
  const percent = share > 0 ? share / (1 - share) : share;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent * 100).toFixed(percent > 9.995 ? 0 : 1)} % `;
}
