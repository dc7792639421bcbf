import { asSentence } from '../../../shared/naming/prose.ts';
import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { PendingAction } from '../../state/appState.ts';
import { Button } from '../../widgets/Button.tsx';
import { CommandButton } from '../CommandButton.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import { Preparing, WaitingForFirstCall } from './Waiting.tsx';

interface NoTreeProps {
  readonly status: SessionStatus;
  readonly pending: PendingAction | null;
  /** The start was given up. */
  readonly cancelling: boolean;
  readonly over: boolean;
}

/** Why there is no call tree, and what to do about it. */
export function NoTree({ status, pending, cancelling, over }: NoTreeProps) {
  const app = useApp();
  const { phase } = status;
  const { request } = status.measurement;
  if (pending === 'start' || phase === 'preparing') {
    return cancelling ? (
      <EmptyState title="Cancelling" busy>
        <p>A swap of classes that is running ends first. Then all of them are put back.</p>
      </EmptyState>
    ) : (
      <Preparing status={status} />
    );
  }
  if (over) {
    return (
      <EmptyState title="Nothing was recorded">
        <p>{visibleLine(asSentence(status.text))}</p>
      </EmptyState>
    );
  }
  if (!request) {
    return (
      <EmptyState title="Nothing is recorded yet">
        <p>Choose one or more root methods. What they call is measured from Start on, and nothing else.</p>
        <Button kind="primary" onClick={() => app.session.showTab('roots')}>
          Choose roots
        </Button>
        <p>Not sure which? Look at what runs: by samples, without any probe.</p>
        <CommandButton command="runningNow" />
      </EmptyState>
    );
  }
  const roots = request.roots.map(visibleText).join(', ');
  if (phase !== 'recording') {
    return (
      <EmptyState title="The roots were not called">
        <p>{roots} did not run during the recording, so there is nothing to show.</p>
        <p>Start again and use the part of the program that calls it, or choose another root.</p>
      </EmptyState>
    );
  }
  if (status.measurement.paused) {
    return (
      <EmptyState title="The recording is paused">
        <p>What begins now is not counted. Resume lets it go on.</p>
      </EmptyState>
    );
  }
  if (status.instrumentation.methods === 0) {
    return (
      <EmptyState title="Nothing is instrumented">
        <p>No method of {roots} could be instrumented, so no call can be seen.</p>
        {status.refusals.length > 0 ? (
          <p>{visibleLine(status.refusals[status.refusals.length - 1])}</p>
        ) : null}
        <p>Stop, and choose another root.</p>
      </EmptyState>
    );
  }
  if (status.droppedEvents > 0) {
    return (
      <EmptyState title="Every event so far was dropped">
        <p>Sluice cannot keep up with this program. Stop, and use the clock none or a smaller root.</p>
      </EmptyState>
    );
  }
  return <WaitingForFirstCall key={status.measurement.startedAtMs} status={status} />;
}
