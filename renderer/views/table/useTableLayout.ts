import { useCallback, useMemo } from 'react';
import type { TimeSource } from '../../../shared/events/clock.ts';
import { useSetting } from '../../state/app/appContext.ts';
import type { FurtherColumn } from '../../worker/table/tableRow.ts';
import type { ColumnId } from './columnId.ts';
import { columnLayout, type ColumnLayout } from './columnLayout.ts';
import { shownColumns } from './columns.ts';
import { columnSetting, widthSetting, withMoved, withWidth } from './tableSettings.ts';
import type { TableTraits } from './tableTraits.ts';
import { useHasTrends } from './useRowTrends.ts';

/** Its functions are stable. */
interface TableLayout {
  readonly layout: ColumnLayout;
  /** null: as wide as it is by itself. */
  readonly setWidth: (column: ColumnId, px: number | null) => void;
  /** One column is to be where another one is. */
  readonly move: (moved: ColumnId, to: ColumnId) => void;
}

/** The columns that a table has, as the reader has chosen, moved and widened them. */
export function useTableLayout(
  traits: TableTraits,
  timed: boolean,
  clock: TimeSource,
  further: readonly FurtherColumn[],
  tablePx: number,
): TableLayout {
  const [chosen, columns] = useSetting(columnSetting(traits));
  const [givenPx, widths] = useSetting(widthSetting(traits));
  const hasTrends = useHasTrends();
  const layout = useMemo(
    () => columnLayout(shownColumns(chosen, timed, clock, further, hasTrends), timed, tablePx, givenPx),
    [chosen, timed, clock, further, hasTrends, tablePx, givenPx],
  );
  const setWidth = useCallback(
    (column: ColumnId, px: number | null) => widths.update((given) => withWidth(given, column, px)),
    [widths],
  );
  const move = useCallback(
    (moved: ColumnId, to: ColumnId) => columns.update((before) => withMoved(before, moved, to)),
    [columns],
  );
  return { layout, setWidth, move };
}
