import type { ReactElement } from 'react';
import { formatPercent } from '../../../shared/naming/formatNumbers.ts';
import './NumberCell.css';

interface NumberCell {
  /** Of the bar. */
  readonly kind: 'total' | 'self' | 'calls' | null;
  /** aria-colindex */
  readonly column: number;
  readonly text: string;
  readonly value: number;
  /** What the percentage is of; null draws neither bar nor percentage. */
  readonly base: number | null;
  readonly unsure?: boolean;
  /** Nothing is in it: it stands back. */
  readonly zero?: boolean;
}

/**
 * A number with its percentage, and a bar of that length behind both. No component: a scroll makes a hundred of them in each
 * frame, and React would keep account of each.
 */
export function numberCell({ kind, column, text, value, base, unsure, zero }: NumberCell): ReactElement {
  const hasBar = kind !== null && base !== null && base > 0;
  const marks = `${unsure ? ' numberCell-unsure' : ''}${zero ? ' numberCell-zero' : ''}`;
  return (
    <div
      key={column}
      role="gridcell"
      aria-colindex={column}
      className={`numberCell${hasBar ? ` numberCell-${kind}` : ''}${marks}`}
      style={hasBar ? { backgroundSize: barSize(value / base) } : undefined}
    >
      {text}
      {base === null ? null : <span className="numberCellShare">{formatPercent(value, base)}</span>}
    </div>
  );
}

/** The bar is the cell's background: no element of its own, and neither style nor layout of anything else when it grows. */
function barSize(share: number): string {
  return `calc(${Math.min(1, share).toFixed(4)} * (100% - 12px)) calc(100% - 6px)`;
}
