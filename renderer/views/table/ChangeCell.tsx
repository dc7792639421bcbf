import type { ComparedRow } from '../../worker/table/tableRow.ts';
import { shareOfChange } from './changeTexts.ts';
import type { TableNumbers } from './tableNumbers.ts';
import './NumberCell.css';
import './ChangeCell.css';

interface ChangeCellProps {
  readonly kind: 'total' | 'self';
  /** aria-colindex */
  readonly column: number;
  readonly compared: ComparedRow;
  readonly numbers: TableNumbers;
}

/** How a time has changed: a bar from the middle to the right for more, to the left for less, with sign and share. */
export function ChangeCell({ kind, column, compared, numbers }: ChangeCellProps) {
  const change = compared.numbers[`${kind}Change`];
  const error = compared.numbers[`${kind}ChangeError`];
  const isSure = Math.abs(change) > error;
  const all = numbers.changedNs(kind);
  const length = all > 0 ? Math.min(50, (50 * Math.abs(change)) / all) : 0;
  const direction = !isSure ? 'same' : change > 0 ? 'more' : 'less';
  return (
    <div role="gridcell" aria-colindex={column} className={`numberCell changeCell changeCell-${direction}`}>
      <span className="changeCellTrack">
        {change === 0 ? null : (
          <span
            className="changeCellBar"
            style={change > 0 ? { left: '50%', width: `${length}%` } : { right: '50%', width: `${length}%` }}
          />
        )}
      </span>
      <span className="numberCellText">{numbers.changeTimeText(change)}</span>
      <span className="numberCellShare">
        {shareOfChange(compared.numbers[`${kind}A`], compared.numbers[`${kind}B`], compared.side)}
      </span>
    </div>
  );
}
