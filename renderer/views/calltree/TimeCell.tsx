import './TimeCell.css';

interface TimeCellProps {
  readonly kind: 'total' | 'self' | 'calls';
  readonly text: string;
  /** Share of the column's base, 0 .. 1; null draws neither bar nor percentage. */
  readonly share: number | null;
  /** The correction is larger than the time: the number says no more than "small". */
  readonly unsure?: boolean;
  readonly column: number;
}

/** A number with its percentage, and a bar of that length behind both. */
export function TimeCell({ kind, text, share, unsure, column }: TimeCellProps) {
  return (
    <div role="gridcell" aria-colindex={column} className={unsure ? 'timeCell timeCell-unsure' : 'timeCell'}>
      {share === null ? null : (
        <span
          className={`timeCellBar timeCellBar-${kind}`}
          style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }}
        />
      )}
      <span className="timeCellNumber">{text}</span>
      {share === null ? null : <span className="timeCellShare">{(share * 100).toFixed(1)} %</span>}
    </div>
  );
}
