import { useCallback } from 'react';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import type { RowsAsk } from '../../worker/table/rowTable.ts';
import type { AskOf, TableKind } from '../../worker/workerViews.ts';
import { Table } from './Table.tsx';
import type { TableProps } from './tableProps.ts';
import { traitsOf, type ViewTraits } from './tableTraits.ts';

interface ViewTableProps extends Omit<TableProps, 'traits' | 'picture' | 'ask'> {
  readonly view: TableKind;
  readonly traits: ViewTraits;
}

/** The table of a view that is one. */
export function ViewTable({ view, traits, results, ...props }: ViewTableProps) {
  const picture = useAtom(results.picture(view));
  const ask = useAskView(results, view);
  if (!picture) return null;
  return (
    <Table {...props} traits={traitsOf(traits, results)} results={results} picture={picture} ask={ask} />
  );
}

function useAskView(results: Results, view: TableKind): (ask: RowsAsk) => void {
  // What every table can be asked each kind of table can; a union of kinds cannot say it.
  return useCallback((ask) => results.ask(view, ask as AskOf<TableKind>), [results, view]);
}
