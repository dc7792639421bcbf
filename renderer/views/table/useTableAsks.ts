import { useCallback, useEffect, useRef } from 'react';
import { useApp } from '../../state/app/appContext.ts';
import type { RowsPicture } from '../../worker/table/rowTable.ts';
import type { ColumnId } from './columnId.ts';
import type { TableProps } from './tableProps.ts';
import type { TrendColumn } from './trendColumn.ts';

/** What the worker is asked for by scrolling and by titles; stable, as what is drawn by it is drawn again by each change. */
export function useTableAsks(ask: TableProps['ask'], grown: TrendColumn) {
  const look = useCallback(
    (topRow: number, viewRows: number, shiftedRows: number) =>
      ask({ kind: 'look', topRow, viewRows, shiftedRows }),
    [ask],
  );
  const sort = useCallback(
    (column: ColumnId | 'name') => ask({ kind: 'sort', column: column === 'trend' ? grown : column }),
    [ask, grown],
  );
  return { look, sort };
}

/** Puts the table, or a row, on the clipboard when the worker has made it. */
export function useCopiedTable({ copied }: RowsPicture): void {
  const app = useApp();
  const seen = useRef(copied.count);
  useEffect(() => {
    if (copied.count > seen.current) void app.copyText(copied.text);
    seen.current = copied.count;
  }, [app, copied]);
}
