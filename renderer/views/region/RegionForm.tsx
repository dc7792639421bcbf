import { useState, type KeyboardEvent } from 'react';
import { parseLineRange } from '../../../shared/base/lineRange.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { COMMANDS, runCommand } from '../../state/commands/commands.ts';
import { useWhyNot } from '../../state/commands/useWhyNot.ts';
import type { SessionView } from '../../state/appState.ts';
import { Button } from '../../widgets/Button.tsx';
import { CommandButton } from '../CommandButton.tsx';
import { TextField } from '../../widgets/TextField.tsx';

/** Which method and lines are to be timed; begins with what was timed last, or with the one root that is chosen. */
export function RegionForm({ session: { status, draft } }: { readonly session: SessionView }) {
  const app = useApp();
  const last = status.measurement.region?.request;
  const [method, setMethod] = useState(last?.method ?? (draft.roots.length === 1 ? draft.roots[0] : ''));
  const [linesText, setLinesText] = useState(last?.lines ? `${last.lines.first}-${last.lines.last}` : '');
  const busy = useAppState((state) => (state.pending ? 'Please wait.' : ''));
  const stopWhyNot = useWhyNot(COMMANDS.stop);
  const isTiming = status.phase === 'timing';
  const lines = parseLineRange(linesText);
  const isUnclear = lines === null && linesText.trim() !== '';
  const whyNot =
    busy ||
    (status.phase !== 'attached'
      ? `The session is ${status.phase}.`
      : method.trim() === ''
        ? 'Name a method: pkg.Class::method.'
        : isUnclear
          ? 'Lines are a range such as 40-52, or one such as 40.'
          : '');
  const start = (): void => {
    if (whyNot === '') void app.session.startRegion({ method: method.trim(), lines });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    start();
    event.preventDefault();
  };
  return (
    <div className="regionForm" role="group" aria-label="Region">
      <TextField
        label="Method"
        placeholder="com.acme.Shop::order"
        mono
        value={method}
        disabled={isTiming}
        onChange={setMethod}
        onKeyDown={onKeyDown}
      />
      <TextField
        label="Lines"
        placeholder="all lines, or 40-52"
        value={linesText}
        disabled={isTiming}
        onChange={setLinesText}
        onKeyDown={onKeyDown}
      />
      {status.measurement.region ? <CommandButton command="saveRegion" /> : null}
      {isTiming ? (
        <Button whyNot={stopWhyNot} onClick={() => runCommand(app, 'stop')}>
          Stop timing
        </Button>
      ) : (
        <Button kind="primary" whyNot={whyNot} onClick={start}>
          Time it
        </Button>
      )}
    </div>
  );
}
