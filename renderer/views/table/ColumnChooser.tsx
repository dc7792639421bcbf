import { useId } from 'react';
import { useSetting } from '../../state/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { COLUMNS } from './columns.ts';
import { columnSetting, PERCENT_SETTING } from './tableSettings.ts';
import type { TableTraits } from './tableTraits.ts';
import './ColumnChooser.css';

interface ColumnChooserProps {
  readonly traits: TableTraits;
  /** Of the whole table, open rows only. */
  readonly onCopy: () => void;
}

/** Which columns the table has, what its percentages are of, and the table as text. */
export function ColumnChooser({ traits, onCopy }: ColumnChooserProps) {
  const listId = useId();
  const [chosen, columns] = useSetting(columnSetting(traits));
  const [percentOf, percents] = useSetting(PERCENT_SETTING);
  const offered = COLUMNS.filter(({ id }) => traits.columns.includes(id));
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
        <fieldset>
          <legend>Columns</legend>
          {offered.map(({ id, title, hint }) => (
            <label key={id} title={hint}>
              <input
                type="checkbox"
                checked={chosen.includes(id) || id === 'calls'}
                disabled={id === 'calls'}
                onChange={({ target }) =>
                  columns.set(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              />
              {title}
            </label>
          ))}
        </fieldset>
        {traits.isTree ? (
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
        <div className="columnChooserButtons">
          <Button hint="The columns of the beginning" onClick={() => columns.set(traits.firstColumns)}>
            Usual columns
          </Button>
          <Button hint="All open rows, separated by tabs, times in ns (Ctrl+Shift+C)" onClick={onCopy}>
            Copy table
          </Button>
        </div>
      </div>
    </>
  );
}
