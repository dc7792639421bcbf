import type { SortOrder } from '../../../shared/model/sortOrder.ts';
import type { TableColumn } from '../../worker/table/tableRow.ts';
import type { ColumnKind } from './columns.ts';

interface TableHeaderProps {
  readonly columns: readonly ColumnKind[];
  /** Over the names. */
  readonly nameTitle: string;
  readonly nameHint: string;
  /** Rows have a sign before their names by which they are opened. */
  readonly isTree: boolean;
  readonly sort: SortOrder<TableColumn>;
  readonly timed: boolean;
  /** Of times. */
  readonly unit: string;
  /** What percentages are of: "root total". */
  readonly baseName: string;
  /** Levels of indentation left out because all rows in view are deeper. */
  readonly hiddenLevels: number;
  readonly onSort: (column: TableColumn | 'name') => void;
}

/** Column titles; a click sorts, a second click turns the order round. */
export function TableHeader({
  columns,
  nameTitle,
  nameHint,
  isTree,
  sort,
  timed,
  unit,
  baseName,
  hiddenLevels,
  onSort,
}: TableHeaderProps) {
  const clock = timed ? ' Times by System.nanoTime, the probes’ cost taken out.' : '';
  const titles = [
    {
      id: 'name' as const,
      title: nameTitle,
      hint: nameHint,
      base: hiddenLevels > 0 ? `${hiddenLevels} levels not indented` : '',
    },
    ...columns.map(({ id, title, hint, bar, isTime }) => {
      const hasShares = bar !== null && isTime === timed;
      const base = [isTime && bar ? unit : '', hasShares ? `% of ${baseName}` : '']
        .filter(Boolean)
        .join(', ');
      const of = hasShares ? ` Percentages: of ${baseName}.` : '';
      return { id, title, hint: `${hint}${of}${isTime ? clock : ''}`, base };
    }),
  ];
  return (
    <div role="rowgroup" className="tableHeader">
      <div role="row" aria-rowindex={1} className="tableColumns">
        {titles.map(({ id, title, base, hint }, i) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={i + 1}
            aria-sort={sort.column !== id ? 'none' : sort.ascending ? 'ascending' : 'descending'}
            className={classOf(id === 'name', isTree)}
            title={hint}
          >
            <button type="button" className="tableSort" onClick={() => onSort(id)}>
              {title}
              <span className="tableArrow" aria-hidden="true">
                {sort.column === id ? (sort.ascending ? '▲' : '▼') : ''}
              </span>
            </button>
            {base ? <span className="tableBase">{base}</span> : null}
          </div>
        ))}
      </div>
    </div>
  );
}

function classOf(isName: boolean, isTree: boolean): string {
  if (!isName) return 'tableTitle';
  return isTree ? 'tableTitle tableTitle-name tableTitle-tree' : 'tableTitle tableTitle-name';
}
