import { formatCount, formatTime } from '../../../shared/naming/formatNumbers.ts';
import { furtherKind, furtherText, isFurther } from '../../worker/table/furtherColumns.ts';
import type { TrendColumn } from './trendColumn.ts';
import { STEP_MS, TREND_STEPS, type RowTrend } from './rowTrends.ts';
import './TrendCell.css';

interface TrendCellProps {
  readonly of: TrendColumn;
  readonly trend: RowTrend | null;
  /** aria-colindex */
  readonly column: number;
}

/** What a row grew by in each step of the last minute, as bars: the highest is the row's own most. */
export function TrendCell({ of, trend, column }: TrendCellProps) {
  const text = trend === null ? '' : trendText(of, trend);
  return (
    <div role="gridcell" aria-colindex={column} className="trendCell" title={text}>
      {trend === null ? null : (
        <>
          <svg viewBox={`0 0 ${TREND_STEPS} 1`} preserveAspectRatio="none" aria-hidden="true">
            <path d={barsOf(trend)} />
          </svg>
          <span className="visuallyHidden">{text}</span>
        </>
      )}
    </div>
  );
}

/** The last step is at the right edge. "": it did not grow. */
function barsOf(trend: RowTrend): string {
  const most = Math.max(...trend);
  if (most === 0) return '';
  const first = TREND_STEPS - trend.length;
  return trend
    .map((growth, i) => (growth === 0 ? '' : `M${first + i},1v${(-growth / most).toFixed(3)}h0.8V1z`))
    .join('');
}

function trendText(of: TrendColumn, trend: RowTrend): string {
  const amount = (value: number): string => {
    if (isFurther(of)) return furtherText(furtherKind(of), Math.round(value));
    return of === 'calls' ? formatCount(Math.round(value)) : formatTime(value);
  };
  const grown = trend.reduce((sum, growth) => sum + growth, 0);
  const seconds = STEP_MS / 1_000;
  if (grown === 0) return `nothing in ${trend.length * seconds} s`;
  return `${amount(grown)} in ${trend.length * seconds} s, at most ${amount(Math.max(...trend))} in ${seconds} s`;
}
