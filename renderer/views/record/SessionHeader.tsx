import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { isOver } from '../../../shared/ipc/engineClient.ts';
import { COMMANDS } from '../../state/commands/commands.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { CommandButton } from '../CommandButton.tsx';
import { AppMenu } from '../shell/AppMenu.tsx';
import './SessionHeader.css';

/** Which program is attached, and the buttons that rule the recording. */
export function SessionHeader({ status }: { readonly status: SessionStatus }) {
  const recording = status.phase === 'recording' || status.phase === 'timing';
  const over = isOver(status);
  return (
    <header className="sessionHeader">
      <AppMenu />
      <div className="sessionHeaderTarget">
        <h2>{visibleText(status.target.mainClass) || 'unknown program'}</h2>
        <span className="muted">
          PID {status.target.pid} · JDK {visibleText(status.target.javaVersion) || '?'}
        </span>
        {over ? <span className="sessionHeaderOver">{status.phase}</span> : null}
        {status.measurement.paused ? (
          <strong className="sessionHeaderPaused">Paused: nothing is counted</strong>
        ) : null}
      </div>
      <div className="sessionHeaderButtons" role="toolbar" aria-label="Recording">
        <CommandButton command="start" kind={recording || over ? 'plain' : 'primary'} />
        <CommandButton command="stop" kind={recording && !status.measurement.paused ? 'primary' : 'plain'} />
        {status.measurement.paused ? (
          <CommandButton command="resume" kind="primary" />
        ) : (
          <CommandButton command="pause" />
        )}
        <CommandButton command="reset" />
        <CommandButton command="snapshot" />
        <CommandButton command="save" />
        <CommandButton command="heap" />
        <span className="sessionHeaderGap" />
        <span className="sessionHeaderLeave" data-widest={COMMANDS.showJvms.title}>
          {over ? <CommandButton command="showJvms" kind="primary" /> : <CommandButton command="detach" />}
        </span>
      </div>
    </header>
  );
}
