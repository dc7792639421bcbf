import { formatPercent } from '../../../shared/model/formatNumbers.ts';
import './NumberCell.css';

interface NumberCellProps {
  /** Of the bar. */
  readonly kind: 'total' | 'self' | 'calls' | null;
  readonly column: number;
  readonly text: string;
  readonly value: number;
  /** What the percentage is of; null draws neither bar nor percentage. */
  readonly base: number | null;
  readonly unsure?: boolean;
  /** Nothing is in it: it stands back. */
  readonly zero?: boolean;
}

/** A number with its percentage, and a bar of that length behind both. */
export function NumberCell({ kind, column, text, value, base, unsure, zero }: NumberCellProps) {
  return (
    <div
      role="gridcell"
      aria-colindex={column}
      className={`numberCell${unsure ? ' numberCell-unsure' : ''}${zero ? ' numberCell-zero' : ''}`}
    >
      {kind === null || base === null || base <= 0 ? null : (
        <span
          className={`numberCellBar numberCellBar-${kind}`}
          style={{ width: `${Math.min(100, (100 * value) / base)}%` }}
        />
      )}
      <span className="numberCellText">{text}</span>
      {base === null ? null : <span className="numberCellShare">{formatPercent(value, base)}</span>}
    </div>
  );
}
