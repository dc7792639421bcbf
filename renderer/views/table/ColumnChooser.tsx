import { useId } from 'react';
import { useSetting } from '../../state/app/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { columnKind } from './columns.ts';
import { columnSetting, FULL_NAMES, PERCENT_SETTING } from './tableSettings.ts';
import { isFurther } from '../../worker/table/furtherColumns.ts';
import type { FurtherColumn, TableTextForm } from '../../worker/table/tableRow.ts';
import type { TableTraits } from './tableTraits.ts';
import { useHasTrends } from './useRowTrends.ts';
import './ColumnChooser.css';

interface ColumnChooserProps {
  readonly traits: TableTraits;
  /** Columns of further metrics that the recording has. */
  readonly further: readonly FurtherColumn[];
  /** Of the whole table, open rows only. */
  readonly onCopy: (form: TableTextForm) => void;
}

/** Which columns the table has, how names are written, what its percentages are of, and the table as text. */
export function ColumnChooser({ traits, further, onCopy }: ColumnChooserProps) {
  const listId = useId();
  const [, columns] = useSetting(columnSetting(traits));
  // Of a comparison they are of A.
  const hasBase = traits.isTree && traits.baseName !== '';
  const [percentOf, percents] = useSetting(PERCENT_SETTING);
  const [full, names] = useSetting(FULL_NAMES);
  return (
    <>
      <button
        type="button"
        className="button columnChooserButton"
        popoverTarget={listId}
        title="Choose columns, copy the table"
      >
        Columns
      </button>
      <div id={listId} popover="auto" className="columnChooser">
        <ColumnBoxes traits={traits} further={further} />
        {hasBase ? (
          <fieldset>
            <legend>Percentages of</legend>
            <label>
              <input type="radio" checked={percentOf === 'total'} onChange={() => percents.set('total')} />
              the {traits.baseName}
            </label>
            <label>
              <input type="radio" checked={percentOf === 'parent'} onChange={() => percents.set('parent')} />
              the row above
            </label>
          </fieldset>
        ) : null}
        {traits.hasMethods ? (
          <fieldset>
            <legend>Names</legend>
            <label title="In all views: org.apache.catalina, not o.a.c">
              <input type="checkbox" checked={full} onChange={({ target }) => names.set(target.checked)} />
              Full package names
            </label>
          </fieldset>
        ) : null}
        <div className="columnChooserButtons">
          <Button hint="Default columns" onClick={() => columns.set(traits.firstColumns)}>
            Reset columns
          </Button>
          <Button
            hint="All open rows, separated by tabs, times in ns (Ctrl+Shift+C)"
            onClick={() => onCopy('tsv')}
          >
            Copy table
          </Button>
          <Button
            hint="All open rows as a Markdown table, for an issue or a chat"
            onClick={() => onCopy('markdown')}
          >
            Copy as Markdown
          </Button>
        </div>
      </div>
    </>
  );
}

/** The columns to choose from: those of the table first, in their order. */
function ColumnBoxes({ traits, further }: Pick<ColumnChooserProps, 'traits' | 'further'>) {
  const [chosen, columns] = useSetting(columnSetting(traits));
  const hasTrends = useHasTrends();
  const offered = [...chosen, ...traits.columns.filter((id) => !chosen.includes(id))].filter((id) =>
    id === 'trend' ? hasTrends : !isFurther(id) || further.includes(id),
  );
  return (
    <fieldset>
      <legend>Columns</legend>
      {offered.map((id) => {
        const { title, hint } = columnKind(id);
        return (
          <label key={id} title={hint}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={id === traits.fixedColumn}
              onChange={({ target }) =>
                columns.set(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            {title}
          </label>
        );
      })}
      <p className="muted columnChooserHint">Drag a column’s title to move it.</p>
    </fieldset>
  );
}
