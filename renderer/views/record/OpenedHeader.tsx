import { countsCalls } from '../../../shared/events/clock.ts';
import { hasSession } from '../../state/appState.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { trustText } from '../../../shared/recording/losses.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { RecordingView } from '../../state/appState.ts';
import { CommandButton } from '../CommandButton.tsx';
import { AppMenu } from '../shell/AppMenu.tsx';
import { recordedOf } from './recordedOf.ts';
import './SessionHeader.css';

/** What a recording file is of, whether all is in it, and what can be done with it. */
export function OpenedHeader({
  recording: { name, summary, hasTrees },
}: {
  readonly recording: RecordingView;
}) {
  const isAttached = useAppState(hasSession);
  const hasEngine = useAppState(({ connection }) => connection !== 'none');
  const isLive = useAppState(({ sampling }) => sampling?.pid === summary.target.pid);
  const { target, startedAtMs, complete } = summary;
  const kept = useAtom(useApp().files.kept.list).find(
    (one) => one.name === name && one.startedAtMs === startedAtMs,
  );
  const program = visibleText(target.mainClass) || 'unknown program';
  return (
    <header className="sessionHeader">
      <AppMenu />
      <div className="sessionHeaderTarget">
        <h2>{visibleText(kept?.title ?? '') || program}</h2>
        {kept?.note ? (
          <span className="sessionHeaderNote" title={visibleText(kept.note)}>
            {visibleText(kept.note)}
          </span>
        ) : null}
        <span className="muted">
          {[...(kept?.title ? [program] : []), visibleText(name), ...recordedOf(target, startedAtMs)].join(
            ' · ',
          )}
        </span>
        {hasTrees ? (
          <span className={complete ? 'sessionHeaderTrust' : 'sessionHeaderOver'}>{trustText(summary)}</span>
        ) : null}
      </div>
      <div className="sessionHeaderButtons" role="toolbar" aria-label="Recording">
        {hasEngine && hasTrees && countsCalls(summary.clock) ? <CommandButton command="recordAgain" /> : null}
        {countsCalls(summary.clock) ? null : (
          <CommandButton command={isLive ? 'stopSampling' : 'runningNow'} />
        )}
        <CommandButton command="compare" />
        <CommandButton command="save" />
        {isAttached ? <CommandButton command="showSession" /> : null}
        <CommandButton command="closeRecording" />
      </div>
    </header>
  );
}
