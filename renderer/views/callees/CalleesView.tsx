import { useCallback } from 'react';
import { formatCount } from '../../../shared/naming/formatNumbers.ts';
import { useSetting } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import type { RowsAsk } from '../../worker/table/rowTable.ts';
import type { FurtherColumn, TableAsk } from '../../worker/table/tableRow.ts';
import type { CalleesPane } from '../../worker/views/calleesView.ts';
import { Segments } from '../../widgets/Segments.tsx';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { FindField } from '../table/FindField.tsx';
import { useMethodLabels } from '../table/useMethodLabels.ts';
import { Table } from '../table/Table.tsx';
import { SwitchOffButton, ToolRow } from '../table/TableTools.tsx';
import { traitsOf, viewTraits, type TableTraits, type ViewTraits } from '../table/tableTraits.ts';
import type { ToolsProps } from '../table/toolsProps.ts';
import { CallGraph } from './CallGraph.tsx';
import type { SettingKind } from '../../state/settings.ts';
import './CalleesView.css';

/** Callers and callees as two tables, or drawn around their method. */
const CALLEES_FORM: SettingKind<'tables' | 'graph'> = {
  name: 'calleesForm',
  version: 1,
  initial: 'tables',
  read: (stored) => (stored === 'tables' || stored === 'graph' ? stored : null),
};

const COMMON: Omit<TableTraits, 'label' | 'nameTitle' | 'nameHint'> = {
  id: 'callees',
  isTree: true,
  hasMethods: true,
  hasSelf: true,
  baseName: 'its total',
  columns: ['total', 'self', 'selfError', 'metric:totalCalls', 'calls', 'average'],
  firstColumns: ['total', 'metric:totalCalls', 'calls'],
  fixedColumn: 'calls',
};
const COMPARED_COLUMNS = ['totalChange', 'callsChange'] as const;
const TRAITS: Readonly<Record<CalleesPane, ViewTraits>> = {
  callers: viewTraits(
    {
      ...COMMON,
      label: 'Callers',
      nameTitle: 'Callers',
      nameHint:
        'Who called the method, and who called those. The numbers are the method’s, shared out over its callers.',
    },
    {
      nameHint:
        'Who called the method on either side. The numbers are the method’s, shared out over its callers.',
      firstColumns: COMPARED_COLUMNS,
    },
  ),
  callees: viewTraits(
    {
      ...COMMON,
      label: 'Callees',
      nameTitle: 'Callees',
      nameHint: 'What the method calls, wherever it was called from, and what these call.',
    },
    {
      nameHint: 'What the method calls on either side, wherever it was called from, and what these call.',
      firstColumns: COMPARED_COLUMNS,
    },
  ),
};

/** One method with its callers on one side and what it calls, over all call paths, on the other. */
export function CalleesView({ results }: { readonly results: Results }) {
  const picture = useAtom(results.picture('callees'));
  const labels = useMethodLabels(results);
  const [form] = useSetting(CALLEES_FORM);
  if (!picture) return null;
  const { subject, callers, callees } = picture;

  if (subject === null || callees.rowCount === 0) {
    return (
      <EmptyState title="No method is selected">
        <p>
          Select one in another view: what calls it and what it calls, over all call paths, is shown here.
        </p>
      </EmptyState>
    );
  }
  if (form === 'graph') return <CallGraph results={results} picture={picture} />;
  return (
    <div
      className="calleesView"
      aria-label={`Callers and callees of ${labels.get(subject).long}`}
      role="group"
    >
      <Pane results={results} pane="callers" picture={callers} />
      <Pane results={results} pane="callees" picture={callees} />
    </div>
  );
}

interface PaneProps {
  readonly results: Results;
  readonly pane: CalleesPane;
  readonly picture: Parameters<typeof Table>[0]['picture'];
}

function Pane({ results, pane, picture }: PaneProps) {
  const ask = useCallback((question: RowsAsk) => askPane(results, pane, question), [results, pane]);
  const traits = traitsOf(TRAITS[pane], results);
  const centre = (): void => results.ask('callees', { kind: 'centre', pane });
  return (
    <section className="calleesPane" aria-label={traits.label}>
      <Table
        traits={traits}
        results={results}
        picture={picture}
        ask={ask}
        onDoubleClick={centre}
        onKey={(key) => {
          if (key === 'Enter') centre();
          return key === 'Enter';
        }}
      />
    </section>
  );
}

const NONE: readonly FurtherColumn[] = [];

export function CalleesTools({ results, onLeave }: ToolsProps) {
  const callers = useAtom(results.picture('callees'), (picture) => picture?.callers ?? null);
  const callees = useAtom(results.picture('callees'), (picture) => picture?.callees ?? null);
  const subject = useAtom(results.picture('callees'), (picture) => picture?.subject ?? null);
  const selected = useAtom(results.selection, (path) => path.at(-1) ?? null);
  const [form, setForm] = useSetting(CALLEES_FORM);
  // The steps go through one of the two.
  const searched: CalleesPane = callees?.search?.count === 0 ? 'callers' : 'callees';
  const inCallers = searched === 'callees' ? (callers?.search?.count ?? 0) : 0;
  const stepped = searched === 'callees' ? callees : callers;
  const ask = (question: TableAsk): void => {
    if (question.kind === 'filter') return;
    if (question.kind === 'act') askPane(results, searched, question);
    else for (const pane of ['callers', 'callees'] as const) askPane(results, pane, question);
  };
  return (
    <ToolRow
      end={
        <>
          <SwitchOffButton />
          <ColumnChooser
            traits={traitsOf(TRAITS.callees, results)}
            further={callees?.further ?? NONE}
            onCopy={(form) => askPane(results, 'callees', { kind: 'copyTable', form })}
          />
        </>
      }
    >
      <Segments
        label="Form"
        value={form}
        options={[
          { value: 'tables', text: 'Tables' },
          { value: 'graph', text: 'Graph' },
        ]}
        onChange={(value) => setForm.set(value)}
      />
      <Button
        hint="Callers and callees of the selected method (Enter, or a double click)"
        whyNot={selected === subject ? 'The selected method is in the middle already.' : ''}
        onClick={() => results.ask('callees', { kind: 'centre', pane: null })}
      >
        Go to selected method
      </Button>
      <FindField
        label="Callees"
        search={stepped?.search ?? null}
        elsewhere={inCallers > 0 ? `${formatCount(inCallers)} in callers` : ''}
        selected={stepped?.selected?.node ?? 0}
        ask={ask}
        onLeave={onLeave}
      />
    </ToolRow>
  );
}

function askPane(results: Results, pane: CalleesPane, ask: RowsAsk): void {
  results.ask('callees', { kind: 'inPane', pane, ask });
}
