import type { ReactNode } from 'react';
import { countsCalls } from '../../../shared/events/clock.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { COMMANDS, runCommand } from '../../state/commands/commands.ts';
import { useWhyNot } from '../../state/commands/useWhyNot.ts';
import { Button } from '../../widgets/Button.tsx';
import type { TableKind } from '../../worker/workerViews.ts';
import { furtherNamed } from '../../worker/table/furtherColumns.ts';
import type { TableAsk } from '../../worker/table/tableRow.ts';
import { CommandButton } from '../CommandButton.tsx';
import { keyOf } from '../commandKeys.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { FindField } from './FindField.tsx';
import { RoughTimes } from './RoughTimes.tsx';
import { traitsOf, type ViewTraits } from './tableTraits.ts';
import type { ToolsProps } from './toolsProps.ts';
import './TableTools.css';

interface TableToolsProps extends ToolsProps {
  readonly view: TableKind;
  readonly traits: ViewTraits;
  /** Before the others. */
  readonly children?: ReactNode;
}

/** Above the table: what can be done with the selected method while it is recorded, the search, the columns. */
export function TableTools({ results, view, traits: ofView, onLeave, children }: TableToolsProps) {
  const traits = traitsOf(ofView, results);
  const search = useAtom(results.picture(view), (picture) => picture?.search ?? null);
  const selected = useAtom(results.picture(view), (picture) => picture?.selected?.node ?? 0);
  const furtherText = useAtom(results.picture(view), (picture) => picture?.further.join(' ') ?? '');
  const notableError = useAtom(results.picture(view), (picture) => picture?.notableError ?? 0);
  const filter = useAtom(results.picture(view), (picture) => picture?.filter ?? null);
  // What every table can be asked each kind of table can; a union of kinds cannot say it.
  const ask = (question: TableAsk): void => results.ask(view, question);
  return (
    <ToolRow
      end={
        <>
          {traits.hasMethods ? <UseAsRootButton /> : null}
          {traits.hasMethods ? <SwitchOffButton /> : null}
          <ColumnChooser
            traits={traits}
            further={furtherNamed(furtherText)}
            onCopy={(form) => ask({ kind: 'copyTable', form })}
          />
        </>
      }
    >
      {children}
      <FindField
        label={traits.label}
        search={search}
        selected={selected}
        filter={filter}
        ask={ask}
        onFilterAll={
          traits.hasMethods
            ? (kept) => results.changeTree({ kind: 'takeStep', step: { kind: 'showPathsTo', filter: kept } })
            : undefined
        }
        onLeave={onLeave}
      />
      {traits.hasSelf ? <RoughTimes results={results} notableError={notableError} /> : null}
    </ToolRow>
  );
}

export function ToolRow({ children, end }: { readonly children: ReactNode; readonly end: ReactNode }) {
  return (
    <div className="tableTools">
      {children}
      <div className="tableToolsEnd">{end}</div>
    </div>
  );
}

/** Where samples are shown, which are a way to a root. */
function UseAsRootButton() {
  const isOfSamples = useAppState(
    ({ screen, recording }) =>
      screen === 'recording' && recording !== null && !countsCalls(recording.summary.clock),
  );
  return isOfSamples ? <CommandButton command="useAsRoot" /> : null;
}

/** While something is recorded. */
export function SwitchOffButton() {
  const app = useApp();
  const whyNot = useWhyNot(COMMANDS.switchOff);
  const recording = useAppState(
    ({ screen, session }) => screen === 'session' && session?.status.phase === 'recording',
  );
  const { title } = COMMANDS.switchOff;
  if (!recording) return null;
  return (
    <Button
      hint={`${title} (${keyOf(COMMANDS.switchOff)}): its time becomes its caller’s own, and the program is faster`}
      whyNot={whyNot}
      onClick={() => runCommand(app, 'switchOff')}
    >
      Switch off method
    </Button>
  );
}
