import type { SortColumn, SortOrder } from '../../../shared/model/sortOrder.ts';

interface CallTreeHeaderProps {
  readonly sort: SortOrder;
  readonly timed: boolean;
  /** Of all times. */
  readonly unit: string;
  /** Levels of indentation left out because all rows in view are deeper. */
  readonly hiddenLevels: number;
  readonly onSort: (column: SortColumn) => void;
}

const COLUMNS: readonly { id: SortColumn; title: string; base: string; hint: string }[] = [
  { id: 'name', title: 'Name', base: '', hint: 'The method, as it was called from the one above it.' },
  {
    id: 'total',
    title: 'Total Time',
    base: '% of root total',
    hint: 'Time in all invocations, calls included (inclusive, cum). Percentages: of the total of all roots.',
  },
  {
    id: 'self',
    title: 'Self Time',
    base: '% of root total',
    hint: 'Time in all invocations, calls of measured methods not included (exclusive, flat). Percentages: of the total of all roots.',
  },
  { id: 'calls', title: 'Invocations', base: '', hint: 'Exact number of calls in this context.' },
];

/** Column titles; a click sorts, a second click turns the order round. */
export function CallTreeHeader({ sort, timed, unit, hiddenLevels, onSort }: CallTreeHeaderProps) {
  const columns = COLUMNS.filter(({ id }) => timed || id === 'name' || id === 'calls');
  return (
    <div role="rowgroup" className="callTreeHeader">
      <div role="row" aria-rowindex={1} className="callTreeColumns">
        {columns.map(({ id, title, base, hint }, i) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={i + 1}
            aria-sort={sort.column !== id ? 'none' : sort.ascending ? 'ascending' : 'descending'}
            className={`callTreeTitle callTreeTitle-${id}`}
            title={hint}
          >
            <button type="button" tabIndex={-1} className="callTreeSort" onClick={() => onSort(id)}>
              {title}
              <span className="callTreeArrow" aria-hidden="true">
                {sort.column === id ? (sort.ascending ? '▲' : '▼') : ''}
              </span>
            </button>
            {id === 'name' && hiddenLevels > 0 ? (
              <span className="callTreeBase">{hiddenLevels} levels not indented</span>
            ) : null}
            {base || (id === 'calls' && !timed) ? (
              <span className="callTreeBase">{base ? `${unit}, ${base}` : '% of all invocations'}</span>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  );
}
