import type { ThreadId } from '../../../shared/base/ids.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Button } from '../../widgets/Button.tsx';
import type { ThreadChoice } from '../../worker/cctProtocol.ts';
import type { TableRow } from '../../worker/table/tableRow.ts';
import { TableTools } from '../table/TableTools.tsx';
import { CHANGES_OF_TOTAL, viewTraits } from '../table/tableTraits.ts';
import type { ToolsProps } from '../table/toolsProps.ts';
import { ViewTable } from '../table/ViewTable.tsx';

const TRAITS = viewTraits(
  {
    id: 'threads',
    label: 'Threads',
    nameTitle: 'Thread',
    nameHint: 'Threads that called a root. All virtual threads together are one row.',
    isTree: false,
    hasMethods: false,
    hasSelf: false,
    hasFreeNames: true,
    baseName: 'all threads',
    columns: ['total', 'totalError', 'calls', 'contexts'],
    firstColumns: ['total', 'totalError', 'calls', 'contexts'],
    fixedColumn: 'calls',
  },
  {
    nameHint: 'Threads of either side, matched by their names. All virtual threads together are one row.',
    firstColumns: CHANGES_OF_TOTAL,
  },
);

/** What each thread did; those that are chosen are what all other views show, merged. */
export function ThreadsView({ results }: { readonly results: Results }) {
  const picture = useAtom(results.picture('threads'));
  const chosen = useAtom(results.threads);
  const threadOf = ({ method }: TableRow): ThreadId | undefined => picture?.threadIds[method];
  const toggle = (row: TableRow | null | undefined): void => {
    const thread = row && threadOf(row);
    if (thread !== undefined && thread !== null) results.choose(toggled(chosen, thread));
  };
  const chooseOnly = (row: TableRow | null | undefined): void => {
    const thread = row && threadOf(row);
    if (thread !== undefined && thread !== null) results.choose([thread]);
  };
  return (
    <ViewTable
      results={results}
      view="threads"
      traits={TRAITS}
      isChosen={(row) => {
        const thread = threadOf(row);
        return chosen !== 'all' && thread !== undefined && chosen.includes(thread);
      }}
      onCtrlClick={toggle}
      onDoubleClick={chooseOnly}
      onKey={(key) => {
        if (key === ' ') toggle(picture?.selected);
        else if (key === 'Enter') chooseOnly(picture?.selected);
        else if (key === 'Ctrl+a') results.choose('all');
        else return false;
        return true;
      }}
    />
  );
}

export function ThreadsTools({ results, onLeave }: ToolsProps) {
  const isAll = useAtom(results.threads, (chosen) => chosen === 'all');
  return (
    <TableTools results={results} view="threads" traits={TRAITS} onLeave={onLeave}>
      <Button
        hint="Merge all threads (Ctrl+A)"
        whyNot={isAll ? 'All threads are merged already.' : ''}
        onClick={() => results.choose('all')}
      >
        All threads
      </Button>
      <span className="muted">Space or Ctrl+click: combine threads. Enter: show only this one</span>
    </TableTools>
  );
}

/** The first one that is chosen is chosen alone; without the last one all are. */
function toggled(chosen: ThreadChoice, thread: ThreadId): ThreadChoice {
  if (chosen === 'all') return [thread];
  if (!chosen.includes(thread)) return [...chosen, thread];
  const others = chosen.filter((id) => id !== thread);
  return others.length === 0 ? 'all' : others;
}
