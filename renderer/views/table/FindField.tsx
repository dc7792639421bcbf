import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MethodFilter } from '../../../shared/naming/methodFilter.ts';
import { Button } from '../../widgets/Button.tsx';
import { findFieldKeys, FindSteps, type FindStep } from '../../widgets/FindSteps.tsx';
import { foundText, whenFound } from '../../widgets/foundText.ts';
import { keyName } from '../../widgets/keyName.ts';
import { SelectField } from '../../widgets/SelectField.tsx';
import { Spoken } from '../../widgets/Spoken.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import type { TableAsk, TableFilter, TableSearch } from '../../worker/table/tableRow.ts';
import './FindField.css';

interface FindFieldProps {
  /** "Call Tree" */
  readonly label: string;
  readonly search: TableSearch | null;
  /** What the steps do not come to: "2 in callers". */
  readonly elsewhere?: string;
  /** Stands for the row that is selected. */
  readonly selected: number;
  /** undefined: the table has no filter. */
  readonly filter?: TableFilter | null;
  readonly ask: (ask: TableAsk) => void;
  /** Takes the filter as a step, for all views; without it a filter stays in this one. */
  readonly onFilterAll?: ((filter: MethodFilter) => void) | undefined;
  /** The user wants to go on in the table. */
  readonly onLeave: () => void;
}

type FindMode = 'find' | Extract<MethodFilter['kind'], 'contains' | 'excludes' | 'regexp'>;

const MODES: readonly { readonly value: FindMode; readonly text: string }[] = [
  { value: 'find', text: 'Highlight' },
  { value: 'contains', text: 'Show only' },
  { value: 'excludes', text: 'Hide' },
  { value: 'regexp', text: 'Regex' },
];
const PLACEHOLDERS: Readonly<Record<FindMode, string>> = {
  find: 'Find (Ctrl+F)',
  contains: 'Filter: words (Ctrl+G)',
  excludes: 'Filter: not these words',
  regexp: 'Filter: regular expression',
};

/** Finds rows in the whole table, closed branches included, or shows only some: what is not drawn the browser cannot find. */
export function FindField({
  label,
  search,
  elsewhere = '',
  selected,
  filter,
  ask,
  onFilterAll,
  onLeave,
}: FindFieldProps) {
  const known = modeOf(filter);
  // What is typed is not what was found last: the worker answers while the next letter comes.
  const [mode, setMode] = useState<FindMode>(known);
  const [text, setText] = useState(search?.text ?? textOf(filter));
  const look = (words: string, as: FindMode): void => {
    setText(words);
    setMode(as);
    if (as === 'find') {
      if (filter) ask({ kind: 'filter', filter: null });
      ask({ kind: 'search', text: words });
    } else {
      if (search) ask({ kind: 'search', text: '' });
      ask({ kind: 'filter', filter: words.trim() === '' ? null : { kind: as, text: words } });
    }
  };
  const field = useRef<HTMLInputElement>(null);
  // What was emptied just now is still the worker's until it answers.
  const hasSearch = search !== null && mode === 'find' && text !== '';
  useFieldKeys(
    hasSearch,
    () => {
      // What was filtered for is looked for, and the other way round.
      if (mode !== 'find') look(text, 'find');
      field.current?.select();
    },
    filter === undefined
      ? null
      : () => {
          look(text, mode === 'find' ? 'contains' : mode);
          field.current?.select();
        },
  );
  const step = (action: FindStep): void => ask({ kind: 'act', action });
  const filterAll = (): void => {
    if (!filter || filter.whyNot !== '') return;
    onFilterAll?.(filter.filter);
    look('', 'find');
  };
  const result = filter?.whyNot || [foundText(search), elsewhere].filter(Boolean).join(', ');
  return (
    <div className="findField" role="search">
      {filter === undefined ? null : (
        <SelectField
          label="Find or filter"
          value={mode}
          options={MODES}
          hint="Find marks and visits rows; the others show only some rows, with what is above them"
          onChange={(as) => look(text, as)}
        />
      )}
      <TextField
        label={`Find in ${label}`}
        placeholder={PLACEHOLDERS[mode]}
        inputRef={field}
        value={text}
        onChange={(words) => look(words, mode)}
        onKeyDown={findFieldKeys(step, () => look('', 'find'), onLeave)}
      />
      {mode === 'find' && <FindSteps count={search?.count ?? 0} nextKey="F3" step={step} />}
      {filter && filter.whyNot === '' && onFilterAll ? (
        <Button hint="Show the paths to these in all views: a step that can be undone" onClick={filterAll}>
          Apply to all views
        </Button>
      ) : null}
      <span className={filter?.whyNot ? 'findFieldWrong' : 'muted'}>{result}</span>
      <Spoken when={filter?.whyNot || whenFound(search, selected)} text={result} />
    </div>
  );
}

/**
 * The keys that open the field from anywhere on the page.
 * @param hasSearch F3 steps through what was found, and does not open it
 * @param onFilter  null: the table has no filter
 */
function useFieldKeys(hasSearch: boolean, onFind: () => void, onFilter: (() => void) | null): void {
  const hasFilter = onFilter !== null;
  const find = useEffectEvent(onFind);
  const filter = useEffectEvent(() => onFilter?.());
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const key = keyName(event);
      const finds = key === 'Ctrl+f' || (!hasSearch && (key === 'F3' || key === 'Shift+F3'));
      if (document.querySelector('dialog[open]')) return;
      if (!finds && !(hasFilter && key === 'Ctrl+g')) return;
      event.preventDefault();
      if (finds) find();
      else filter();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hasFilter, hasSearch]);
}

function modeOf(filter: TableFilter | null | undefined): FindMode {
  const kind = filter?.filter.kind;
  return MODES.find(({ value }) => value === kind)?.value ?? 'find';
}

function textOf(filter: TableFilter | null | undefined): string {
  return filter && 'text' in filter.filter ? filter.filter.text : '';
}
