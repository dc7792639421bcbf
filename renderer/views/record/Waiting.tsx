import { useEffect, useState } from 'react';
import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { formatCountOf, formatTime } from '../../../shared/naming/formatNumbers.ts';
import { asSentence } from '../../../shared/naming/prose.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp } from '../../state/app/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { useSeconds } from '../../widgets/useSeconds.ts';

/** A root that has not been called for so long may need another one, or somebody who uses the program. */
const LONG_WAIT_S = 5;
const MOST_CALLERS_SHOWN = 5;

/** While a start is under way: what is being done now, and for how long already. */
export function Preparing({ status }: { readonly status: SessionStatus }) {
  const app = useApp();
  const seconds = useSeconds();
  const { phase, text } = status;
  const { hotSwaps, swapMs } = status.counters;
  const done = [
    `${seconds} s`,
    ...(phase === 'preparing' && hotSwaps > 0
      ? [`${formatCountOf(hotSwaps, 'hot swap')}, ${formatTime(swapMs * 1e6)}`]
      : []),
  ];
  return (
    <EmptyState title="Preparing" busy>
      {phase === 'preparing' ? <p>{visibleLine(asSentence(text))}</p> : null}
      {status.measurement.rehearsing ? (
        <>
          <p>What is called for the first time gets its probes now, while no thread waits for them.</p>
          <Button onClick={() => void app.session.recordNow()}>Record Now</Button>
        </>
      ) : null}
      <p className="muted">{done.join(' · ')}. Cancel below or press Shift+Esc.</p>
    </EmptyState>
  );
}

/** The roots carry probes, and no call of them has come yet; after a while, who could call them. */
export function WaitingForFirstCall({ status }: { readonly status: SessionStatus }) {
  const app = useApp();
  const seconds = useSeconds();
  const isLong = seconds >= LONG_WAIT_S;
  const { sessionId, measurement, instrumentation } = status;
  const [callers, setCallers] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (!isLong) return;
    let isCurrent = true;
    void app.engine.rootCallers(sessionId).then(
      (found) => {
        if (isCurrent) setCallers(found);
      },
      () => {}, // who calls it is only a help
    );
    return () => {
      isCurrent = false;
    };
  }, [app, sessionId, isLong]);
  const roots = (measurement.request?.roots ?? []).map(visibleText).join(', ');
  return (
    <EmptyState title={`Waiting for the first call of ${roots}`} busy>
      <p>
        {formatCountOf(instrumentation.methods, 'method is', 'methods are')} instrumented, {seconds} s ago. A
        call that began before the start is not seen: the tree appears with the next one.
      </p>
      {isLong && callers !== null ? <Callers callers={callers} /> : null}
      <p>Use the part of the program that calls it, or record another root.</p>
      <Button onClick={() => app.session.showTab('roots')}>Choose another root</Button>
    </EmptyState>
  );
}

function Callers({ callers }: { readonly callers: readonly string[] }) {
  if (callers.length === 0)
    return (
      <p>
        No loaded class calls it by its code: the JDK, a library, reflection, or a class that is loaded later
        may.
      </p>
    );
  const more = callers.length - MOST_CALLERS_SHOWN;
  return (
    <>
      <p>It could be called by:</p>
      <ul className="waitingCallers" aria-label="Who could call it">
        {callers.slice(0, MOST_CALLERS_SHOWN).map((caller) => (
          <li key={caller} className="mono">
            {visibleText(caller)}
          </li>
        ))}
        {more > 0 ? <li>and {formatCountOf(more, 'other method')}</li> : null}
      </ul>
    </>
  );
}
